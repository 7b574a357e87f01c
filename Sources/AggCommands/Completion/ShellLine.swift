/// The program's command line up to the cursor, as split by a shell, with the meaning of the word being typed.
package struct ShellLine: Sendable {
    /// The possible meanings of the word being typed.
    package enum Place: Hashable, Sendable {
        /// The name of a command.
        case command
        /// The name of an option of the program, the command, or both.
        case option
        /// A value, or one of the verbs that start a form.
        case value(CommandDeclaration.Value?, verbs: [String] = [])
    }

    /// The meaning of the word being typed.
    package private(set) var place = Place.value(nil)
    /// The part of the word before the text to complete, such as `--format=`.
    package private(set) var prefix = ""
    /// The text to complete.
    package private(set) var typed: String
    /// The command, if there is one.
    ///
    /// For a command within a command, as in `watch SECONDS COMMAND`, it is the inner one.
    package private(set) var command: CommandDeclaration?
    /// The words after the command that are neither options nor option values.
    package private(set) var plain: [String] = []

    /// The options of the command and of those around it that may occur among the words of an inner command.
    private var innerOptions: [any DeclaredOption] = []
    private var given: [String: String] = [:]
    private let program: ProgramDeclaration
    private var isLiteral = false

    /// Parses the words after the program's name; the last one is being typed and may be empty.
    package init(_ words: [String], of program: ProgramDeclaration) {
        self.program = program
        typed = words.last ?? ""
        var rest = words.dropLast()
        while let word = rest.popFirst() {
            if isLiteral || !word.hasPrefix("-") || word.count == 1 {
                if !takeWord(word) { return }
            } else if word == "--" {
                isLiteral = command != nil
            } else if let value = value(of: Self.name(word)) {
                if let index = word.firstIndex(of: "=") {
                    given[Self.name(word)] = String(word[word.index(after: index)...])
                } else if let text = rest.popFirst() {
                    given[word] = text
                } else {
                    place = .value(value)
                    return
                }
            }
        }
        findPlace()
    }

    /// The value of one of the program's options.
    package func value(_ option: String) -> String? { given[option] }

    /// The options allowed here: those of the command and the program.
    package var options: [CompletionCandidate] {
        guard let command else {
            return program.visibleOptions.flatMap { option in
                [option.name, option.short].compactMap(\.self).map { CompletionCandidate(text: $0, help: option.help) }
            }
        }
        let own = (command.allOptions + innerOptions).map { CompletionCandidate(text: $0.name, help: $0.help) }
        let names = Set(own.map(\.text))
        return own
            + program.visibleOptions.filter { $0.mayFollowCommand && !names.contains($0.name) }
            .map { CompletionCandidate(text: $0.name, help: $0.help) }
    }

    /// Whether the candidates are in the store.
    package var needsStore: Bool {
        guard case .value(let value?, _) = place else { return false }
        let stored: [CommandDeclaration.Value] = [
            .saved, .record, .favorite, .query, .place, .sourceOrRecord, .addedSource, .tag,
        ]
        return stored.contains(value) || command?.name == RunCommand.name
    }

    /// Takes a word as a command or as one after it; false if there is no such command.
    private mutating func takeWord(_ word: String) -> Bool {
        if let command, command.linePlace != plain.count {
            plain.append(word)
            return true
        }
        command = program.commands.first { $0.name == word || $0.aliases.contains(word) }
        plain = []
        innerOptions += command?.innerOptions ?? []
        return command != nil
    }

    private mutating func findPlace() {
        if !isLiteral, typed.hasPrefix("-"), !isExcluded {
            place = .option
            guard typed.hasPrefix("--"), let index = typed.firstIndex(of: "=") else { return }
            place = .value(value(of: Self.name(typed)) ?? nil)
            prefix = String(typed[...index])
            typed = String(typed[typed.index(after: index)...])
        } else if let command, command.linePlace != plain.count {
            place = .value(command.value(behind: plain), verbs: command.verbs(behind: plain))
        } else {
            place = .command
        }
    }

    /// Whether the word being typed is excluded from a query, as in `-country:US`.
    private var isExcluded: Bool {
        typed.hasPrefix("-") && !typed.hasPrefix("--") && typed.count > 1 && command?.value(behind: plain) == .query
    }

    /// The type of an option's value; nil if there is no such option here or it takes no value.
    private func value(of name: String) -> CommandDeclaration.Value? {
        let options = (command?.allOptions ?? []) + innerOptions
        if let option = options.first(where: { $0.name == name }) { return option.value?.kind }
        return program.options.first { option in
            (option.name == name || option.short == name) && (command == nil || option.mayFollowCommand)
        }?.value?.kind
    }

    private static func name(_ word: String) -> String { String(word.prefix { $0 != "=" }) }
}
