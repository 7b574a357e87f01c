/// The declaration of a command, from which its help, usage errors, completion, and reference are generated.
package struct CommandDeclaration: Sendable {
    /// The type of an argument or option value; completion offers matching words.
    package enum Value: Hashable, Sendable {
        /// Any text.
        case text
        /// The words of a query, completed with titles.
        case query
        /// The id of an enabled source.
        case source
        /// The id of an enabled source, or a record address.
        case sourceOrRecord
        /// The id of a source that `source add` wrote, enabled or not.
        case addedSource
        /// The id of a disabled source.
        case disabledSource
        /// The id of any source.
        case anySource
        /// A kind of source.
        case kind
        /// A kind of source, or the path of a file.
        case kindOrFile
        /// The id of any source, or the path of a file.
        case sourceOrFile
        /// A record address or the number of a row in the last answer.
        case record
        /// The address of a favorite or the number of a row in the last answer.
        case favorite
        /// A place: a name, completed with titles, or a record address.
        case place
        /// A tag of a favorite.
        case tag
        /// The name of a command.
        case command
        /// The name of a setting.
        case setting
        /// A value of the setting named by the previous word.
        case settingValue
        /// The name of a saved search.
        case saved
        /// The path of a file.
        case file
        /// The path of a folder.
        case folder
        /// A distance; at the prompt, another word there belongs to the query.
        case distance
        /// Column names of an answer, separated by commas.
        case columns
        /// The name of a column whose values can be counted.
        case countedColumn
        /// Names of such columns, separated by commas.
        case countedColumns
        /// The name of an SQL view.
        case view
        /// Any text, such as one of these.
        case suggestion([String])
        /// The words of a command.
        case line
        /// The maximum number of rows: an integer or `all`.
        case limit
        /// An integer within a range.
        case number(ClosedRange<Int>)
        /// One of the words.
        case choice([String])
    }

    /// One or more words after the name of the command.
    package struct Argument: Hashable, Sendable {
        /// The name in the usage line, in capitals.
        package var name: String
        package var value: Value
        /// Whether it is optional.
        package var isOptional = false
        /// Whether it takes all remaining words.
        package var isRepeated = false
        /// The word after it that introduces another argument of the same type, such as `by` in `chart COLUMN by
        /// COLUMN`.
        package var repeatWord: String?
        /// Whether it occurs only after the optional argument before it, as in `[since WHEN]`.
        package var needsPrevious = false

        /// The argument as shown in the usage line; a word that can only be typed as it is, is its own name.
        package var usage: String {
            var name = isRepeated ? name + "…" : name
            if case .choice(let words) = value, words.count == 1 { name = words[0] }
            return isOptional ? "[\(name)]" : name
        }

        /// The arguments as shown in the usage line; those that need each other are in the same brackets.
        static func usages(of arguments: [Argument]) -> [String] {
            arguments.reduce(into: []) { usages, argument in
                if argument.needsPrevious, let last = usages.popLast() {
                    usages.append("\(last.dropLast()) \(argument.usage.dropFirst())")
                } else {
                    usages.append(argument.usage)
                }
            }
        }
    }

    /// A variant of the command selected by its first word, such as `remove` in `source remove ID`.
    package struct Form: Hashable, Sendable {
        /// The first word.
        package var verb: String
        /// The arguments after it.
        package var arguments: [Argument] = []

        /// The form as shown in a usage line, without the name of the command.
        package var usage: String { ([verb] + arguments.map(\.usage)).joined(separator: " ") }
    }

    /// An example: a line to type and its effect.
    package struct Example: Hashable, Sendable {
        package var line: String
        /// Its effect.
        package var effect: String
    }

    package var name: String
    /// Other names for the command.
    package var aliases: [String] = []
    /// A one-sentence description.
    package var summary: String
    /// Further details; empty if the summary is enough.
    package var details: String = ""
    /// The arguments, in order.
    package var arguments: [Argument] = []
    /// The variants for which the first word is a verb.
    package var forms: [Form] = []
    /// The command's own options, in addition to the output options of every command.
    package var options: [any DeclaredOption] = []
    /// Examples, at least one.
    package var examples: [Example]
    /// Whether its words are those of another command, including options.
    package var takesCommand = false
    /// The options that may occur anywhere among the words of that command.
    var innerOptions: [any DeclaredOption] = []

    package var allOptions: [any DeclaredOption] { takesCommand ? options : options + OutputOption.all }

    /// Whether the number of rows can be limited.
    var takesLimit: Bool { options.contains { $0.name == LimitOption.name } }

    /// Whether words of a query are among its arguments.
    var takesQuery: Bool { arguments.contains { $0.value == .query } }

    /// The usage line, and one for each form.
    package var usages: [String] { [usage] + forms.map { "\(name) \($0.usage)" } }

    /// The maximum number of options in the usage line.
    private static let mostInUsage = 10

    /// The usage line, such as `search WORDS… [--source ID]`; options come before the words of another command.
    package var usage: String {
        let options = options.count > Self.mostInUsage ? ["[OPTIONS]"] : options.map { "[\($0.usage)]" }
        let arguments = Argument.usages(of: arguments)
        return ([name] + (linePlace == nil ? arguments + options : options + arguments)).joined(separator: " ")
    }

    /// The index of the argument that is another command; nil if there is none.
    var linePlace: Int? { arguments.firstIndex { $0.value == .line } }
}

/// The help of a command, from its declaration.
package enum HelpText {
    /// The full page of a command: usage, description, options, other names, examples.
    package static func page(_ command: CommandDeclaration) -> String {
        var parts = ["\(command.usages.joined(separator: "\n"))\n\n\(command.summary)"]
        if !command.details.isEmpty { parts.append(command.details) }
        if !command.allOptions.isEmpty { parts.append(columns(command.allOptions.map { ($0.usage, $0.help) })) }
        if !command.aliases.isEmpty { parts.append("Aliases: \(command.aliases.joined(separator: ", "))") }
        parts.append(columns(command.examples.map { ($0.line, $0.effect) }))
        if command.arguments.contains(where: { $0.value == .query }) {
            parts.append("“help query” explains words, filters, and sort orders.")
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
    /// The type of a word after some others, none of which are options; nil if no word may follow.
    ///
    /// The first word may also be a verb of `forms`.
    package func value(behind words: [String]) -> Value? {
        if let form = forms.first(where: { $0.verb == words.first }) {
            return Self.value(in: form.arguments, behind: words.dropFirst())
        }
        let value = Self.value(in: arguments, behind: words[...])
        return value == .settingValue && words.count > 1 ? nil : value
    }

    /// The verbs that may follow some words.
    package func verbs(behind words: [String]) -> [String] { words.isEmpty ? forms.map(\.verb) : [] }

    private static func value(in arguments: [Argument], behind words: ArraySlice<String>) -> Value? {
        for (argument, word) in zip(arguments, words) {
            if case .choice(let known) = argument.value, !known.contains(word) { return nil }
        }
        if let last = words.last {
            // A list continues after a comma.
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
