/// Writes text so that the grammar reads it back as it is.
package enum GrammarText {
    /// The text with a backslash before what would be read as a quote, an escape, a separator or a comment.
    package static func escaped(_ text: String) -> String {
        let letters = Array(text)
        var escaped = ""
        for (index, letter) in letters.enumerated() {
            let beginsWord = index == 0 || letters[index - 1].isWhitespace
            let endsWord = index == letters.count - 1 || letters[index + 1].isWhitespace
            switch letter {
            case "\\": escaped += "\\\\"
            case "'" where beginsWord, "\"" where beginsWord, "#" where beginsWord: escaped += "\\\(letter)"
            case ";" where endsWord, "|" where beginsWord && endsWord: escaped += "\\\(letter)"
            default: escaped.append(letter)
            }
        }
        return escaped
    }
}
