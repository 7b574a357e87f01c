import AggSource

/// The words after a command, sorted into arguments and options according to their declarations.
package struct Arguments: Sendable {
    /// The words that are not options.
    package internal(set) var words: [Word] = []
    /// The option values by option name, in the order given.
    private var given: [(key: String, value: any Sendable)] = []

    /// Creates empty arguments, to which options and words are added.
    init() {}

    /// Sorts the words after a command.
    ///
    /// - Throws: A usage error for an unknown option, a missing or invalid option value, and too few or too many words.
    package init(_ words: [Word], for declaration: CommandDeclaration) throws(CommandError) {
        var rest = words[...]
        var takesOptions = !declaration.takesCommand || !declaration.options.isEmpty
        while var word = rest.popFirst() {
            // Options after the name of a nested command belong to that command.
            if declaration.takesCommand, self.words.count >= declaration.arguments.count - 1 {
                takesOptions =
                    takesOptions && declaration.options.contains { $0.name == word.text.prefix { $0 != "=" } }
            }
            if takesOptions, word.literalFrom == nil, word.text == "--" {
                takesOptions = false
                continue
            }
            if takesOptions, declaration.takesLimit { word = LimitOption.long(word, before: rest.first) }
            guard takesOptions, word.isOption else {
                self.words.append(word)
                continue
            }
            guard
                try take(
                    word.text, among: declaration.allOptions, help: declaration, next: { rest.popFirst()?.text })
            else { throw Self.unknown(String(word.text.prefix { $0 != "=" }), declaration) }
        }
        try check(declaration)
    }

    /// The index of the first word that is neither an option nor the value of one; nil if there is none.
    static func firstPlain(in words: [Word], for declaration: CommandDeclaration) -> Int? {
        var index = 0
        while index < words.count, words[index].isOption {
            let option = declaration.allOptions.first { $0.name == words[index].text }
            index += option?.value == nil ? 1 : 2
        }
        return index < words.count ? index : nil
    }

    /// Reads whichever of the given options are valid among the words, ignoring everything else.
    package init(readable words: [Word], of options: [any DeclaredOption]) {
        var rest = words.prefix { $0.text != "--" || $0.literalFrom != nil }
        while let word = rest.popFirst() {
            guard word.isOption else { continue }
            _ = try? take(word.text, among: options, next: { rest.first?.text })
        }
    }

    /// The last value of an option.
    package subscript<Value>(option: Option<Value>) -> Value? {
        given.last { $0.key == option.key }?.value as? Value
    }

    /// Whether a flag was given.
    package subscript(flag: Option<Bool>) -> Bool { has(flag) }

    /// All values of an option.
    package func all(_ option: Option<String>) -> [String] {
        given.filter { $0.key == option.key }.compactMap { $0.value as? String }
    }

    func has(_ option: any DeclaredOption) -> Bool { given.contains { $0.key == option.key } }

    /// The maximum number of rows to show; nil if not given.
    var limit: Int? { self[LimitOption.any] }

    /// Takes an option, with its value after an equals sign or in the next word; false if it is not one of the
    /// given options.
    ///
    /// - Throws: A usage error for a missing or invalid value.
    mutating func take(
        _ text: String, among options: [any DeclaredOption], help: CommandDeclaration? = nil, next: () -> String?
    ) throws(CommandError) -> Bool {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let option = options.first(where: { $0.name == parts[0] || $0.short == parts[0] }) else { return false }
        var value = ""
        if let name = option.value?.name {
            guard let text = parts.count > 1 ? parts[1] : next() else {
                throw .usage("\(option.name) requires a value: \(option.name) \(name)", help: help)
            }
            value = text
        } else if parts.count > 1 {
            throw .usage("\(option.name) takes no value", help: help)
        }
        guard let read = option.read(value) else {
            throw .usage("\(option.name) takes \(option.expectation), not \(Quoted.text(value))", help: help)
        }
        given.append((option.key, read))
        return true
    }

    private static func unknown(_ name: String, _ declaration: CommandDeclaration) -> CommandError {
        let advice = Habits.advice(onOption: name, of: declaration).map { "; \($0)" }
        let hint = advice ?? Nearest.hint(toOption: name, among: declaration.allOptions.map(\.name))
        return .usage(
            "unknown option \(DisplayWidth.cut(name, to: Quoted.width))\(hint)", help: declaration)
    }

    private func check(_ declaration: CommandDeclaration) throws(CommandError) {
        let needed = declaration.arguments.filter { !$0.isOptional }
        if words.count < needed.count {
            throw .usage("missing \(needed[words.count].name)", help: declaration)
        }
        if !declaration.arguments.contains(where: \.isRepeated), words.count > declaration.arguments.count {
            let word = words[declaration.arguments.count]
            let takesRecord = declaration.arguments.map(\.value) == [.record]
            let advice =
                Habits.signNote(on: word)
                ?? (takesRecord ? "“\(declaration.name)” takes one record, so run it once for each record" : nil)
            let hint = advice.map { ": \($0)" } ?? ""
            throw .usage("unexpected \(Quoted.text(word.text))\(hint)", help: declaration)
        }
    }
}

extension Arguments {
    /// The format requested by some words, even if they are not a valid command.
    package static func format(in words: [Word]) -> OutputFormat? {
        Arguments(readable: words, of: [OutputOption.format, OutputOption.json])[OutputOption.format]
    }
}
