/// Writes text so that the grammar reads it back unchanged.
///
/// Like the reader it works with Unicode scalars, since adjoining scalars can combine into different characters.
package enum GrammarText {
    /// The words of a text separated by single spaces, escaped so that none of them is read as a quote, an escape, a
    /// separator, an option, or a comment.
    package static func escaped(_ text: String) -> String {
        text.unicodeScalars.split(whereSeparator: \.isBlank).map { word(Substring($0)) }.joined(separator: " ")
    }

    /// A text as one word with escaped spaces; what looks like an option can only be quoted, since a backslash before a dash
    /// is literal.
    static func word(_ word: some StringProtocol) -> String {
        if word.unicodeScalars.starts(with: "--".unicodeScalars) { return quoted(word) }
        let isSign = ["|", ">", ">>"].contains { $0 == word }
        var escaped = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        // A quote can also follow the hyphen that excludes a phrase and the parentheses that open groups.
        var opensGroups = true
        for letter in word.unicodeScalars {
            let opensQuote = opensGroups || previous == ":" || previous == "="
            let isEscaped =
                switch letter {
                case "\\", ";": true
                case _ where letter.isBlank: true
                case "'", "\"": opensQuote
                case "#": previous == nil
                default: isSign
                }
            if isEscaped { escaped.append("\\") }
            escaped.append(letter)
            previous = letter
            opensGroups = opensGroups && (letter == "(" || letter == "-")
        }
        return String(escaped)
    }

    /// The words of a command as they can be typed, including options.
    static func line(_ words: [Word]) -> String {
        var typed = words.map(typed)
        // At the start of a line, two dashes would make it a comment.
        if typed.first == "--" { typed[0] = quoted("--") }
        return typed.joined(separator: " ")
    }

    private static func typed(_ word: Word) -> String {
        if word.text == "--", word.literalFrom == nil { return word.text }
        if word.isQuoted, !word.isOption || hasReadableName(word) { return word.typed }
        guard word.isOption else { return self.word(word.text) }
        // A quote after a parenthesis or the name could be closed by a quote in a later word.
        return escaped(word.text.unicodeScalars) { $0.isBlank || "\\;'\"".unicodeScalars.contains($0) }
    }

    /// Whether the grammar reads a quote after the name and sign of an option as that of its value.
    private static func hasReadableName(_ option: Word) -> Bool {
        let name = option.text.unicodeScalars.prefix { $0 != "=" && $0 != ":" }
        return option.literalFrom == name.count + 1 && option.text.unicodeScalars.dropFirst(name.count).first == "="
            && Word.qualifier(in: String(scalars: name.dropFirst(2)) + ":") != nil
    }

    /// A text as one word.
    static func written(_ text: String) -> String {
        text.unicodeScalars.contains(where: \.isBlank) ? quoted(text) : escaped(text)
    }

    /// A text between double quotes.
    static func quoted(_ text: some StringProtocol) -> String {
        "\"" + escaped(text.unicodeScalars) { $0 == "\"" || $0 == "\\" } + "\""
    }

    private static func escaped(
        _ text: some Sequence<Unicode.Scalar>, where isEscaped: (Unicode.Scalar) -> Bool
    ) -> String {
        var escaped = String.UnicodeScalarView()
        for letter in text {
            if isEscaped(letter) { escaped.append("\\") }
            escaped.append(letter)
        }
        return String(escaped)
    }
}
