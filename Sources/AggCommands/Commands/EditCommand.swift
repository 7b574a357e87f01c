import AggCore

/// `edit`: opens the last SQL statement in an editor and runs it.
struct EditCommand: Command {
    let declaration = CommandDeclaration(
        name: "edit", summary: "Edit the last SQL statement in $EDITOR and run it.",
        details: """
            Uses the editor in $VISUAL or $EDITOR, or vi if neither is set. The statement runs when the editor exits; \
            if the file is empty, nothing runs.
            """,
        options: SQLCommand().declaration.options,
        examples: [.init(line: "edit", effect: "edit the last statement, then run it")])
    let readsRecords = true
    let isRepeatable = false
    let answersTable = true

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        guard !context.isOneShot else {
            throw CommandError.usage(
                "“edit” works only in a session or script; a command run by itself has no previous statement to edit",
                help: declaration)
        }
        guard let edit = context.editFile else {
            throw CommandError(code: "no_editor", message: "cannot run an editor here")
        }
        let last = context.session.lastStatement
        let file = try EditedText(last.map { $0 + ";\n" } ?? "", suffix: "sql")
        defer { file.remove() }
        try await edit(file.path, true)
        let statements = SQLText.statements(try file.read())
        guard statements.count < 2 else {
            context.session.lastStatement = statements.joined(separator: ";\n")
            throw CommandError.usage(
                "“edit” runs only one statement, but the file has \(statements.count)", help: declaration)
        }
        guard let statement = statements.first else {
            return CommandOutput(TextAnswer("The file has no statement, so nothing was run."))
        }
        let clock = ContinuousClock()
        let start = clock.now
        var output = try await SQLCommand().run(statement, arguments, in: context)
        output.elapsed = clock.now - start
        output.command = "sql"
        return output
    }
}
