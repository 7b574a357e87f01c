import AggSource
import AggText

/// `history`: shows the lines typed at the prompt.
struct HistoryCommand: Command {
    let declaration = CommandDeclaration(
        name: "history", summary: "Show the lines typed at the prompt, in this session and earlier ones.",
        details: """
            With words, “history” shows only lines that contain all of them. The newest 1,000 lines are kept; Ctrl-R \
            searches them.
            """,
        arguments: [.init(name: "WORD", value: .text, isOptional: true, isRepeated: true)],
        examples: [
            .init(line: "history", effect: "all lines, newest last"),
            .init(line: "history tokyo", effect: "the lines that contain “tokyo”"),
        ])

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        guard let history = context.history else {
            throw CommandError(code: "no_history", message: "no history is kept because HOME is not set")
        }
        let wanted = arguments.words.map { Folding.fold($0.text) }
        let lines = history().filter { line in
            let folded = Folding.fold(line)
            return wanted.allSatisfy { folded.contains($0) }
        }
        return CommandOutput(HistoryReport(history: lines))
    }
}

/// Lines typed at the prompt.
private struct HistoryReport: Answer {
    let history: [String]

    var canBeShownAgain: Bool { false }
    var ownColumns: [String]? { Self.columnNames }

    private static let columnNames = ["line"]

    func document(_ output: CommandOutput) -> AnswerDocument {
        let items = history.map { line -> JSONValue in ["line": .string(line)] }
        return AnswerDocument(items, members: ["history": .array(items)])
    }

    func cells(_ output: CommandOutput) -> AnswerTable? {
        AnswerTable(Self.columnNames, history.map { [$0] }, choosing: output.columns)
    }

    func lines(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        AnswerText(history.isEmpty ? ["No lines found."] : history.map(VisibleText.of))
    }
}
