import AggCore

/// The words behind a command, sorted into arguments and options as its declaration says.
package struct Arguments: Sendable {
    /// The words that are no options.
    package private(set) var words: [Word] = []
    private var values: [String: [String]] = [:]

    /// Sorts words.
    ///
    /// - Throws: A usage error for an unknown option, an option without its value or with a wrong one, and too few or too many words.
    package init(_ words: [Word], for declaration: CommandDeclaration) throws(CommandError) {
        var rest = words[...]
        var takesOptions = !declaration.takesCommand
        while let word = rest.popFirst() {
            if takesOptions, word.literalFrom == nil, word.text == "--" {
                takesOptions = false
            } else if takesOptions, LimitOption.isShort(word, before: rest.first), declaration.takesLimit {
                try takeOption(Word(LimitOption.name), &rest, declaration)
            } else if takesOptions, declaration.takesLimit, let number = LimitOption.attached(word) {
                try takeOption(Word("\(LimitOption.name)=\(number)"), &rest, declaration)
            } else if takesOptions, word.isOption {
                try takeOption(word, &rest, declaration)
            } else {
                self.words.append(word)
            }
        }
        try check(declaration)
    }

    /// Whether an option was given.
    package func has(_ option: String) -> Bool { values[option] != nil }

    /// The last value of an option.
    package func value(_ option: String) -> String? { values[option]?.last }

    /// All values of an option.
    package func all(_ option: String) -> [String] { values[option] ?? [] }

    /// The number of an option, which was checked to be one.
    package func number(_ option: String) -> Int? { value(option).flatMap { Int($0) } }

    /// How many rows the answer may have; nil if it was not said.
    var limit: Int? { value(LimitOption.name).flatMap(LimitOption.number) }

    /// The form of the answer that was asked for.
    package var format: OutputFormat? {
        has("--json") ? .json : value("--format").flatMap(OutputFormat.init(rawValue:))
    }

    /// The columns that were asked for; nil for those of the form.
    package var columns: ColumnChoice? { value("--columns").map(ColumnChoice.init) }

    /// Whether the headings of columns are shown.
    package var hasHeadings: Bool { !has("--no-header") }

    private mutating func takeOption(
        _ word: Word, _ rest: inout ArraySlice<Word>, _ declaration: CommandDeclaration
    ) throws(CommandError) {
        let parts = word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = declaration.allOptions.first(where: { $0.name == name }) else {
            let advice = Habits.advice(onOption: name, of: declaration).map { "; \($0)" }
            let hint = advice ?? Nearest.hint(toOption: name, among: declaration.allOptions.map(\.name))
            throw .usage(
                "\(declaration.name) has no option \(DisplayWidth.cut(name, to: Quoted.width))\(hint)",
                help: declaration)
        }
        guard let value = option.value else {
            guard parts.count == 1 else { throw .usage("\(name) takes no value", help: declaration) }
            values[name, default: []].append("")
            return
        }
        guard let text = parts.count > 1 ? String(parts[1]) : rest.popFirst()?.text else {
            throw .usage("\(name) needs a value, \(value.name)", help: declaration)
        }
        try Self.check(text, value.kind, of: name, declaration)
        values[name, default: []].append(text)
    }

    private static func check(
        _ text: String, _ kind: CommandDeclaration.Value, of name: String, _ declaration: CommandDeclaration
    ) throws(CommandError) {
        switch kind {
        case .limit:
            guard LimitOption.number(text) != nil else {
                throw .usage(
                    "\(name) takes a whole number from 1 to \(LimitOption.greatest) or all, not \(Quoted.text(text))",
                    help: declaration)
            }
        case .number(let range):
            guard let number = Int(text), range.contains(number) else {
                throw .usage(
                    "\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound), not \(Quoted.text(text))",
                    help: declaration)
            }
        case .choice(let words):
            guard words.contains(text) else {
                throw .usage(
                    "\(name) takes \(words.joined(separator: ", ")), not \(Quoted.text(text))", help: declaration)
            }
        default: break
        }
    }

    private func check(_ declaration: CommandDeclaration) throws(CommandError) {
        let needed = declaration.arguments.filter { !$0.isOptional }
        if words.count < needed.count {
            throw .usage("\(declaration.name) needs \(needed[words.count].name)", help: declaration)
        }
        if !declaration.arguments.contains(where: \.isRepeated), words.count > declaration.arguments.count {
            let word = words[declaration.arguments.count]
            let hint = Habits.signNote(on: word).map { ": \($0)" } ?? ""
            throw .usage("\(declaration.name) does not take \(Quoted.text(word.text))\(hint)", help: declaration)
        }
    }
}

extension Arguments {
    /// The form that words ask for, also where they are no right command.
    package static func format(in words: [Word]) -> OutputFormat? {
        let options = words.prefix { $0.text != "--" || $0.literalFrom != nil }
        if options.contains(where: { $0.isOption && $0.text == "--json" }) { return .json }
        if let inline = options.last(where: { $0.isOption && $0.text.hasPrefix("--format=") }) {
            return OutputFormat(rawValue: String(inline.text.dropFirst("--format=".count)))
        }
        guard let index = options.lastIndex(where: { $0.isOption && $0.text == "--format" }) else { return nil }
        return words.indices.contains(index + 1) ? OutputFormat(rawValue: words[index + 1].text) : nil
    }
}
