/// The help of a command, from its declaration.
package enum HelpText {
    /// The whole page of a command: usage, what it does, options, other names, examples.
    package static func page(_ command: CommandDeclaration) -> String {
        var parts = ["\(command.usages.joined(separator: "\n"))\n\n\(command.summary)"]
        if !command.details.isEmpty { parts.append(command.details) }
        if !command.allOptions.isEmpty { parts.append(columns(command.allOptions.map { ($0.usage, $0.help) })) }
        if !command.aliases.isEmpty { parts.append("Also: \(command.aliases.joined(separator: ", "))") }
        parts.append(columns(command.examples.map { ($0.line, $0.effect) }))
        if command.arguments.contains(where: { $0.value == .query }) {
            parts.append("help query explains words, conditions and orders.")
        }
        return parts.joined(separator: "\n\n")
    }

    /// Two columns, the first padded to its longest text.
    package static func columns(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { row in
            "  " + row.0 + String(repeating: " ", count: width - row.0.count + 2) + row.1
        }.joined(separator: "\n")
    }
}
