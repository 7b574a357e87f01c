import AggCore

/// `read`: runs the commands of a file.
struct ReadCommand: Command {
    let declaration = CommandDeclaration(
        name: "read", summary: "Run the commands of a file.",
        details: """
            The file is a script: one command a line, with comments. It may read other files, up to sixteen deep. An error \
            names the file and the line; the commands behind it run all the same, unless --bail is set. exit ends \
            the file alone, exit STATUS the session or script as a whole.
            """,
        arguments: [.init(name: "FILE", value: .file)],
        examples: [.init(line: "read morning.agg", effect: "run the commands of a file")])

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        let file = arguments.words[0].text
        guard !file.isEmpty else { throw CommandError.usage("read needs FILE", help: declaration) }
        var output = CommandOutput()
        output.script = file
        return output
    }
}
