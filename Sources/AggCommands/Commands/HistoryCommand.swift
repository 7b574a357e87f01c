import AggText

/// `history`: shows the lines that were typed.
struct HistoryCommand: Command {
    let declaration = CommandDeclaration(
        name: "history", summary: "Show the lines typed at the prompt, in this session and earlier ones.",
        details: "With words, only lines that hold all of them. The newest 1,000 lines are kept; Ctrl-R searches them.",
        arguments: [.init(name: "WORD", value: .text, isOptional: true, isRepeated: true)],
        examples: [
            .init(line: "history", effect: "all lines, the newest last"),
            .init(line: "history tokyo", effect: "the lines with this word"),
        ])

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        guard let history = context.history else {
            throw CommandError(code: "no_history", message: "no history is kept, since HOME is not set")
        }
        let wanted = arguments.words.map { Folding.fold($0.text) }
        let lines = history().filter { line in
            let folded = Folding.fold(line)
            return wanted.allSatisfy { folded.contains($0) }
        }
        return CommandOutput(
            TextAnswer(lines.isEmpty ? "No lines." : lines.map(VisibleText.of).joined(separator: "\n")))
    }
}
