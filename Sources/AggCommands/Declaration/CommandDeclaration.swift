/// All that is said of a command, once: its help, its usage errors, its completion and its reference come from here.
package struct CommandDeclaration: Sendable {
    /// What the words of an argument, or the value of an option, are; completion offers what fits.
    package enum Value: Hashable, Sendable {
        /// Any text.
        case text
        /// The words of a query: titles complete.
        case query
        /// The id of a source that is switched on.
        case source
        /// The id of a source that is switched off.
        case disabledSource
        /// The id of any source.
        case anySource
        /// A kind of source.
        case kind
        /// A record address, or the number of a row of the last answer.
        case record
        /// The address of a favorite, or the number of a row of the last answer.
        case favorite
        /// The name of a command.
        case command
        /// The name of a setting.
        case setting
        /// A value of the setting that the word before names.
        case settingValue
        /// The name of a saved search.
        case saved
        /// The path of a file.
        case file
        /// The path of a folder.
        case folder
        /// Names of columns of an answer, with commas between them.
        case columns
        /// The name of a column whose values can be counted.
        case countedColumn
        /// Names of such columns, with commas between them.
        case countedColumns
        /// The name of a view of SQL.
        case view
        /// Any text, such as one of these.
        case suggestion([String])
        /// The words of a command.
        case line
        /// How many rows there are at most: a whole number, or `all`.
        case limit
        /// A whole number in a range.
        case number(ClosedRange<Int>)
        /// One of the words.
        case choice([String])
    }

    /// A word, or words, behind the name of the command.
    package struct Argument: Hashable, Sendable {
        /// The name in the usage line, in capitals.
        package var name: String
        package var value: Value
        /// Whether it may be left out.
        package var isOptional = false
        /// Whether it takes all words that follow.
        package var isRepeated = false
        /// The word behind it that announces another one of its kind, as `by` does in `chart COLUMN by COLUMN`.
        package var repeatWord: String?

        /// The argument as the usage line shows it.
        package var usage: String {
            let name = isRepeated ? name + "…" : name
            return isOptional ? "[\(name)]" : name
        }
    }

    /// A use of the command that its first word chooses, as `remove` does in `source remove ID`.
    package struct Form: Hashable, Sendable {
        /// The first word.
        package var verb: String
        /// The arguments behind it.
        package var arguments: [Argument] = []

        /// The form as a usage line shows it, without the name of the command.
        package var usage: String { ([verb] + arguments.map(\.usage)).joined(separator: " ") }
    }

    /// An example: a line that can be typed, and what it does.
    package struct Example: Hashable, Sendable {
        package var line: String
        /// What it does.
        package var effect: String
    }

    package var name: String
    /// Other names that do the same.
    package var aliases: [String] = []
    /// What it does, in one sentence.
    package var summary: String
    /// What more there is to know; empty where the summary says it all.
    package var details: String = ""
    /// The arguments, in order.
    package var arguments: [Argument] = []
    /// What the arguments are where the first of them is a certain word.
    package var forms: [Form] = []
    /// Its own options; the output options of every command come on top.
    package var options: [any DeclaredOption] = []
    /// Examples, at least one.
    package var examples: [Example]
    /// Whether its words are those of another command, options included.
    package var takesCommand = false

    package var allOptions: [any DeclaredOption] { takesCommand ? [] : options + OutputOption.all }

    /// Whether the number of rows can be limited.
    var takesLimit: Bool { options.contains { $0.name == LimitOption.name } }

    /// Whether words of a query are among its arguments.
    var takesQuery: Bool { arguments.contains { $0.value == .query } }

    /// The usage line, and one for each form.
    package var usages: [String] { [usage] + forms.map { "\(name) \($0.usage)" } }

    /// The usage line, as `search WORDS… [--source ID]`.
    package var usage: String {
        ([name] + arguments.map(\.usage) + options.map { "[\($0.usage)]" }).joined(separator: " ")
    }
}

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

extension CommandDeclaration {
    /// What a word is that follows others, none of them options; nil if none may follow.
    ///
    /// At the first place a verb of `forms` may stand as well.
    package func value(behind words: [String]) -> Value? {
        if let form = forms.first(where: { $0.verb == words.first }) {
            return Self.value(in: form.arguments, behind: words.dropFirst())
        }
        let value = Self.value(in: arguments, behind: words[...])
        return value == .settingValue && words.count > 1 ? nil : value
    }

    /// The words that a place behind others may begin a form with.
    package func verbs(behind words: [String]) -> [String] { words.isEmpty ? forms.map(\.verb) : [] }

    private static func value(in arguments: [Argument], behind words: ArraySlice<String>) -> Value? {
        for (argument, word) in zip(arguments, words) {
            if case .choice(let known) = argument.value, !known.contains(word) { return nil }
        }
        if let last = words.last {
            // A list goes on behind its comma.
            let lists: [Value] = [.columns, .countedColumns]
            if last.hasSuffix(","), let list = arguments.first(where: { lists.contains($0.value) }) {
                return list.value
            }
            if let first = arguments.first, first.repeatWord == last, words.count == 2 { return first.value }
        }
        if words.count < arguments.count { return arguments[words.count].value }
        return arguments.last.flatMap { $0.isRepeated ? $0.value : nil }
    }
}
