import AggSource

/// The commands, in one explicit list.
package struct CommandRegistry: Sendable {
    /// All commands, ordered by name.
    package let commands: [any Command]

    /// Creates a registry from a list.
    package init(_ commands: [any Command]) {
        self.commands = commands
    }

    /// The command with a name or alias; a leading dot is ignored.
    package func command(named name: String) -> (any Command)? {
        let name = name.hasPrefix(".") ? String(name.dropFirst()) : name
        return commands.first { $0.declaration.name == name || $0.declaration.aliases.contains(name) }
    }

    /// Words that suggest an SQL statement typed without `sql` or after a semicolon.
    private static let beginsSQL: Set = [
        "SELECT", "FROM", "WITH", "VALUES", "INSERT", "UPDATE", "DELETE", "CREATE", "DROP", "ALTER", "ATTACH", "PRAGMA",
        "VACUUM",
    ]

    /// The command named by a word, which other words follow.
    ///
    /// - Throws: A usage error that suggests the closest name, or a search for the words.
    func resolve(_ word: Word, before rest: [Word] = []) throws(CommandError) -> any Command {
        if let command = command(named: word.text) { return command }
        throw CommandError(
            code: "unknown_command",
            message: "unknown command \(Quoted.text(word.text)); \(hint(for: word, before: rest))", status: .usage)
    }

    /// What to type instead of an unknown command.
    private func hint(for word: Word, before rest: [Word]) -> String {
        let first = String(word.text.prefix { !$0.isWhitespace })
        if Self.beginsSQL.contains(first.uppercased()) {
            return first.uppercased() == "UPDATE" && first == word.text
                ? "use “refresh” to update the sources"
                : "put “sql” before an SQL statement: “sql \(first.lowercased()) …”"
        }
        if first != word.text, command(named: first) != nil { return "remove the quotes to run “\(first)”" }
        if let advice = Habits.advice(onCommand: word.text) { return advice }
        let names = commands.flatMap { [$0.declaration.name] + $0.declaration.aliases }.filter {
            $0.first?.isLetter == true
        }
        let hasOptions = rest.contains(where: \.isOption)
        let search = rest.isEmpty || hasOptions ? "search" : GrammarText.line([Word("search"), word] + rest)
        let use = "use \(Quoted.text(search))"
        guard let near = Nearest.word(to: word.text, among: names), let found = command(named: near),
            let isSure = takes(rest, found.declaration)
        else { return "to search for words, \(use); “help” lists the commands" }
        return "did you mean \(near)?" + (isSure ? "" : " To search for words, \(use)")
    }

    /// Whether a command takes some words for sure; nil if it cannot.
    private func takes(_ words: [Word], _ declaration: CommandDeclaration) -> Bool? {
        guard let word = words.first(where: { !$0.isOption })?.text, !declaration.takesQuery else { return true }
        if declaration.forms.contains(where: { $0.verb == word }) { return true }
        switch declaration.value(behind: []) {
        case .command: return command(named: word) == nil ? nil : true
        case .number(let range): return Int(word).map { range.contains($0) } == true ? true : nil
        case nil where declaration.forms.isEmpty: return nil
        default: return false
        }
    }
}
