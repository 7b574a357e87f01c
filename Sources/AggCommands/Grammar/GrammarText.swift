/// Writes text so that the grammar reads it back as it is.
///
/// Like the reader it goes by Unicode scalars: what a letter is, two letters that meet can change.
package enum GrammarText {
    /// The words of a text with single blanks between them, none of which is read as a quote, an escape, a separator, an
    /// option or a comment.
    package static func escaped(_ text: String) -> String {
        text.unicodeScalars.split(whereSeparator: \.isBlank).map { word(Substring($0)) }.joined(separator: " ")
    }

    /// A word; what would be an option can only be quoted, since a backslash before a dash is a letter.
    private static func word(_ word: Substring) -> String {
        if word.unicodeScalars.starts(with: "--".unicodeScalars) { return quoted(word) }
        let isSign = ["|", ">", ">>"].contains(word)
        var escaped = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for letter in word.unicodeScalars {
            let opensQuote = previous == nil || previous == ":"
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
        }
        return String(escaped)
    }

    /// The words of a command as they can be typed again, its options included.
    static func line(_ words: [Word]) -> String {
        var typed = words.map(typed)
        // As the first word of a line two dashes would make it a comment.
        if typed.first == "--" { typed[0] = quoted("--") }
        return typed.joined(separator: " ")
    }

    private static func typed(_ word: Word) -> String {
        if word.text == "--", word.literalFrom == nil { return word.text }
        guard word.isOption else { return word.isQuoted ? word.typed : self.word(word.text[...]) }
        return escaped(word.text.unicodeScalars) { $0.isBlank || $0 == "\\" || $0 == ";" }
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
