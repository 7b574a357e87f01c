/// All that is said of the program, once: its help, its options, its manual and its completions come from here and from
/// the declarations of the commands.
package struct ProgramDeclaration: Sendable {
    /// The name that is typed.
    package var name: String
    /// What it is, in one sentence.
    package var summary: String
    /// What more there is to know, a paragraph each.
    package var details: [String]
    /// Its options.
    package var options: [any DeclaredOption]
    /// Its commands.
    package var commands: [CommandDeclaration]
    /// What to try first, as it is typed in a shell.
    package var examples: [CommandDeclaration.Example]
    /// The statuses it ends with.
    package var statuses: [(status: ExitStatus, meaning: String)]
    /// The variables it heeds.
    package var environment: [(name: String, meaning: String)]
    /// The files it reads and writes.
    package var files: [(path: String, meaning: String)]

    /// The options that users are told of.
    package var visibleOptions: [any DeclaredOption] { options.filter { !$0.isHidden } }

    /// The help of the program.
    package var help: String {
        let options = visibleOptions.map { ($0.usage, $0.help) }
        let commands = commands.map { ($0.name, $0.summary) }
        return """
            \(name) [OPTIONS] [COMMAND [ARGUMENTS]]
            \(summary)

            Without a command, \(name) starts a session; from a pipe or a file it runs the lines it reads.

            \(HelpText.columns(commands))

            \(HelpText.columns(options))

            """
    }
}

extension DeclaredOption {
    /// Whether an option of the program may also stand behind a command, where a name of one letter and the options of every
    /// command are the command's own.
    package var mayFollowCommand: Bool { name.hasPrefix("--") && !OutputOption.all.contains { $0.name == name } }
}
