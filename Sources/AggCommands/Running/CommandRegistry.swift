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

    /// The command named by a word.
    ///
    /// - Throws: A usage error that suggests the closest name.
    func resolve(_ word: Word) throws(CommandError) -> any Command {
        if let command = command(named: word.text) { return command }
        let unknown = "unknown command \(Quoted.text(word.text))"
        let names = commands.flatMap { [$0.declaration.name] + $0.declaration.aliases }.filter {
            $0.first?.isLetter == true
        }
        let first = String(word.text.prefix { !$0.isWhitespace })
        let hint =
            if Self.beginsSQL.contains(first.uppercased()) {
                first.uppercased() == "UPDATE" && first == word.text
                    ? "use “refresh” to update the sources"
                    : "put “sql” before an SQL statement: “sql \(first.lowercased()) …”"
            } else if first != word.text, command(named: first) != nil {
                "remove the quotes to run “\(first)”"
            } else if let advice = Habits.advice(onCommand: word.text) {
                advice
            } else if let near = Nearest.word(to: word.text, among: names) {
                "did you mean \(near)?"
            } else {
                "to search for words, use “search”; “help” lists the commands"
            }
        throw CommandError(code: "unknown_command", message: "\(unknown); \(hint)", status: .usage)
    }
}
