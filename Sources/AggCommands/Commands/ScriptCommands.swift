import AggCore
import AggText

/// `read`: runs the commands in a file.
struct ReadCommand: Command {
    let declaration = CommandDeclaration(
        name: "read", summary: "Run the commands in a file.",
        details: """
            The file is a script with one command per line; comments are allowed. A script can read other scripts, up \
            to 16 levels deep. An error message starts with the file name and the line number; later commands still \
            run, unless --bail is used. In the file, “exit” ends only that file; “exit STATUS” ends the whole session \
            or script.
            """,
        arguments: [.init(name: "FILE", value: .file)],
        examples: [.init(line: "read morning.agg", effect: "run the commands in a file")])

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        let file = arguments.words[0].text
        guard !file.isEmpty else { throw CommandError.usage("missing FILE", help: declaration) }
        var output = CommandOutput()
        output.script = file
        return output
    }
}

/// `exit`: leaves the session or script.
struct ExitCommand: Command {
    let declaration = CommandDeclaration(
        name: "exit", aliases: ["quit", "\\q"], summary: "Exit the session or script.",
        details: """
            If STATUS is omitted, a script ends with the status of its first failed command. In a file run by “read”, \
            “exit” ends only that file; “exit STATUS” ends the whole session or script.
            """,
        arguments: [.init(name: "STATUS", value: .number(0...255), isOptional: true)],
        examples: [.init(line: "exit", effect: "exit"), .init(line: "exit 3", effect: "exit with status 3")])

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        guard let word = arguments.words.first else { return CommandOutput(leave: .asItWent) }
        guard let status = Int32(word.text), (0...255).contains(status) else {
            throw CommandError.usage(
                "“exit” takes a status from 0 to 255, not \(Quoted.text(word.text))", help: declaration)
        }
        return CommandOutput(leave: .with(ExitStatus(rawValue: status)))
    }
}

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
        return CommandOutput(
            TextAnswer(lines.isEmpty ? "No lines found." : lines.map(VisibleText.of).joined(separator: "\n")))
    }
}
