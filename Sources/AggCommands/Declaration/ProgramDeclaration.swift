import AggCore
import AggSource

/// The declaration of the program: its help, options, manual, and completions are generated from it and from the
/// declarations of the commands.
package struct ProgramDeclaration: Sendable {
    /// The name of the executable.
    package var name: String
    /// A one-sentence description.
    package var summary: String
    /// Further details, a paragraph each.
    package var details: [String]
    package var options: [any DeclaredOption]
    package var commands: [CommandDeclaration]
    /// The first commands to try, as typed in a shell.
    package var examples: [CommandDeclaration.Example]
    /// The exit statuses.
    package var statuses: [(status: ExitStatus, meaning: String)]
    /// The environment variables it uses.
    package var environment: [(name: String, meaning: String)]
    /// The files it reads and writes.
    package var files: [(path: String, meaning: String)]

    /// The options shown to users.
    package var visibleOptions: [any DeclaredOption] { options.filter { !$0.isHidden } }

    /// The help of the program.
    package var help: String {
        let options = visibleOptions.map { ($0.usage, $0.help) }
        let commands = commands.map { ($0.name, $0.summary) }
        return """
            \(name) [OPTIONS] [COMMAND [ARGUMENTS]]
            \(summary)

            Without a command, \(name) starts a session. If standard input is a pipe or a file, \(name) runs the \
            commands in it instead.

            \(HelpText.columns(commands))

            \(HelpText.columns(options))

            """
    }
}

extension DeclaredOption {
    /// Whether an option of the program may also follow a command; one-letter names and the output options of every
    /// command then belong to the command.
    package var mayFollowCommand: Bool { name.hasPrefix("--") && !OutputOption.all.contains { $0.name == name } }
}

extension Arguments {
    /// Parses the arguments of the process, without its name: the words form a command.
    ///
    /// Options come before the command; those that commands don't have themselves may also follow it. The program's
    /// declaration is created only for the error message about an unknown option, so that short commands start faster.
    ///
    /// - Throws: A usage error for an unknown option before the command, and for a missing or invalid value.
    package init(
        _ texts: [String], options: [any DeclaredOption], of program: @autoclosure () -> ProgramDeclaration
    ) throws(CommandError) {
        self.init()
        var rest = texts[...]
        while let text = rest.first, text.hasPrefix("-"), text.count > 1 {
            rest = rest.dropFirst()
            if text == "--" { break }
            guard try take(text, among: options, next: { rest.popFirst() }) else {
                let program = program()
                let hint = program.hint(to: String(text.prefix { $0 != "=" }))
                throw .usage("unknown option \(DisplayWidth.cut(text, to: Quoted.width))\(hint)")
            }
        }
        guard let name = rest.popFirst() else { return }
        words = [Word(name)]
        // A command has its own help; short names after it are words.
        let following = options.filter { $0.mayFollowCommand && $0.name != "--help" }
        while let text = rest.popFirst() {
            if text == "--" {
                words += [Word("--")] + rest.map { Word(argument: $0) }
                return
            }
            let isOurs = following.contains { $0.name == text.prefix { $0 != "=" } }
            if isOurs, try take(text, among: following, next: { rest.popFirst() }) { continue }
            words.append(Word(argument: text))
        }
    }
}

extension ProgramDeclaration {
    /// Suggests what to use instead of an unknown option.
    fileprivate func hint(to option: String) -> String {
        if let advice = Habits.advice(onOption: option) { return "; \(advice)" }
        let owners = commands.filter { $0.allOptions.contains { $0.name == option } }.map(\.name)
        if let owner = owners.first(where: { $0 == "search" }) ?? owners.first {
            return "; put it after the command: \(name) \(owner) … \(option)"
        }
        return Nearest.hint(toOption: option, among: options.map(\.name))
    }
}
