import AggCore
import AggText

/// `read`: runs the commands in a file.
struct ReadCommand: Command {
    let declaration = CommandDeclaration(
        name: "read", summary: "Run the commands in a file.",
        details: """
            The file is a script with one command per line; comments are allowed. A script can read other scripts, up \
            to 16 levels deep. An error message starts with the file name and the line number; later commands still \
            run, unless --bail is used. In a file run by “read”, “exit” stops only that file; “exit STATUS” ends the \
            whole session or script.
            """,
        arguments: [.init(name: "FILE", value: .file)],
        examples: [.init(line: "read morning.agg", effect: "run the commands in a file")])

    let isRepeatable = false
    func needsSources(_ words: [Word]) -> Bool { false }

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
            “exit” stops only that file; “exit STATUS” ends the whole session or script.
            """,
        arguments: [.init(name: "STATUS", value: .number(0...255), isOptional: true)],
        examples: [
            .init(line: "exit", effect: "end the session or script"),
            .init(line: "exit 3", effect: "exit with status 3"),
        ])

    let needsStore = false
    let isRepeatable = false
    func needsSources(_ words: [Word]) -> Bool { false }

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        guard let word = arguments.words.first else { return CommandOutput(leave: .asItWent) }
        guard let status = Int32(word.text), (0...255).contains(status) else {
            throw CommandError.usage(
                "“exit” takes a status from 0 to 255, not \(Quoted.text(word.text))", help: declaration)
        }
        return CommandOutput(leave: .with(ExitStatus(rawValue: status)))
    }
}
