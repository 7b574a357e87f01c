import AggCore
import AggSource

/// All that is said of the program, once: its help, its options, its manual and its completions come from here and from
/// the declarations of the commands.
package struct ProgramDeclaration: Sendable {
    /// The name that is typed.
    package var name: String
    /// What it is, in one sentence.
    package var summary: String
    /// What more there is to know, a paragraph each.
    package var details: [String]
    package var options: [any DeclaredOption]
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

extension Arguments {
    /// Reads the arguments of the process, without its name: the words are those of a command.
    ///
    /// The options stand before the command; those that are no options of commands may also stand behind it. All that is said
    /// of the program is made only for the sentence about an unknown option: a short command starts sooner without.
    ///
    /// - Throws: A usage error for an unknown option before the command, and one without its value or with a wrong one.
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
                throw .usage("\(program.name) has no option \(DisplayWidth.cut(text, to: Quoted.width))\(hint)")
            }
        }
        guard let name = rest.popFirst() else { return }
        words = [Word(name)]
        // A command explains itself; short names are words of its own.
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
    /// What to write in place of an option that the program does not have.
    fileprivate func hint(to option: String) -> String {
        if let advice = Habits.advice(onOption: option) { return "; \(advice)" }
        let owners = commands.filter { $0.allOptions.contains { $0.name == option } }.map(\.name)
        if let owner = owners.first(where: { $0 == "search" }) ?? owners.first {
            return "; put it after the command, as in \(name) \(owner) … \(option)"
        }
        return Nearest.hint(toOption: option, among: options.map(\.name))
    }
}
