extension CommandDeclaration {
    /// What a word is that follows others, none of them options; nil where none may follow.
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
