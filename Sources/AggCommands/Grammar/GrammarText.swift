/// Writes text so that the grammar reads it back as it is.
package enum GrammarText {
    /// The words of a text with single blanks between them, none of which is read as a quote, an escape, a separator, an
    /// option or a comment.
    package static func escaped(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).map(word).joined(separator: " ")
    }

    /// A word; what would be an option can only be quoted, since a backslash before a dash is a letter.
    private static func word(_ word: Substring) -> String {
        if word.hasPrefix("--") { return quoted(word) }
        var escaped = ""
        var previous: Character?
        for letter in word {
            let opensQuote = previous == nil || previous == ":"
            let isEscaped =
                switch letter {
                case "\\", ";": true
                case _ where letter.isWhitespace: true
                case "'", "\"": opensQuote
                case "#": previous == nil
                default: ["|", ">", ">>"].contains(word)
                }
            if isEscaped { escaped += "\\" }
            escaped.append(letter)
            previous = letter
        }
        return escaped
    }

    /// The words of a command as they can be typed again, its options included.
    static func line(_ words: [Word]) -> String { words.map(typed).joined(separator: " ") }

    private static func typed(_ word: Word) -> String {
        if word.text == "--", word.literalFrom == nil { return word.text }
        guard word.isOption else { return word.isQuoted ? word.typed : self.word(word.text[...]) }
        return word.text.map { $0.isWhitespace || $0 == "\\" || $0 == ";" ? "\\\($0)" : String($0) }.joined()
    }

    /// A text between double quotes.
    static func quoted(_ text: some StringProtocol) -> String {
        var quoted = "\""
        for letter in text {
            if letter == "\"" || letter == "\\" { quoted += "\\" }
            quoted.append(letter)
        }
        return quoted + "\""
    }
}
