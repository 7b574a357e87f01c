import Yams

/// A mark on a key that stands twice, which makes the text one that the YAML library takes.
enum RepeatedKey {
    /// Of the private use area: YAML allows it, and no key has it.
    private static let bracket: Character = "\u{E000}"

    /// Puts a mark on the key that begins at a place; nil where that is not safe (an alias, a tag, a list as a key).
    static func mark(_ place: Mark, in text: String, number: Int) -> String? {
        let scalars = text.unicodeScalars
        guard let begin = index(of: place, in: scalars), begin < scalars.endIndex else { return nil }
        let isQuoted = scalars[begin] == "\"" || scalars[begin] == "'"
        if "&*!?[{|>".unicodeScalars.contains(scalars[begin]) { return nil }
        var marked = text
        marked.unicodeScalars.insert(
            contentsOf: "\(bracket)\(number)\(bracket)".unicodeScalars,
            at: isQuoted ? scalars.index(after: begin) : begin)
        return marked
    }

    /// The key without its mark.
    static func unmarked(_ key: String) -> String {
        guard key.first == bracket, let end = key.dropFirst().firstIndex(of: bracket) else { return key }
        return String(key[key.index(after: end)...])
    }

    private static func index(of place: Mark, in scalars: String.UnicodeScalarView) -> String.UnicodeScalarView.Index? {
        var line = 1
        var index = scalars.startIndex
        while line < place.line {
            guard index < scalars.endIndex else { return nil }
            let scalar = scalars[index]
            index = scalars.index(after: index)
            switch scalar {
            case "\r" where index < scalars.endIndex && scalars[index] == "\n": break
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": line += 1  // the line breaks of YAML 1.1
            default: break
            }
        }
        return scalars.index(index, offsetBy: place.column - 1, limitedBy: scalars.endIndex)
    }
}
