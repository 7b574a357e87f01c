import AggCore
import AggSearch

extension Habits {
    /// Notes on searched words that mean something else in other programs, each without the final period.
    static func notes(on words: [Word], in context: CommandContext) -> [String] {
        words.compactMap { word in
            if context.isOneShot {
                phraseNote(on: word, context) ?? letterNote(on: word)
            } else {
                signNote(on: word) ?? letterNote(on: word)
            }
        }
    }

    /// `-q` excludes words, like any word after a hyphen.
    private static func letterNote(on word: Word) -> String? {
        let letters = Array(word.text.unicodeScalars)
        if word.literalFrom == nil, letters.count == 2, letters[0] == "-", letters[1].properties.isAlphabetic {
            return
                "“\(word.text)” excludes records with the word “\(letters[1])”; "
                + "command options start with two hyphens"
        }
        guard word.literalFrom == nil, letters.count > 1, letters[1].properties.isAlphabetic else { return nil }
        let rest = word.text.dropFirst()
        switch letters[0] {
        case "!": return "“!” has no meaning in a query; use “-\(rest)” to exclude a word"
        case "+": return "“+” was treated as part of the word; a query already requires all of its words"
        case "-" where OutputFormat(rawValue: String(rest)) != nil:
            return "“\(word.text)” excludes records with the word “\(rest)”; “--format \(rest)” sets the output format"
        default: return nil
        }
    }

    /// A phrase that contains a filter or `OR`, such as `agg search 'pizza results:Fail'`.
    private static func phraseNote(on word: Word, _ context: CommandContext) -> String? {
        guard word.isQuoted, word.literalFrom == 0 else { return nil }
        let reader = context.queryReader
        let parts = word.text.split(whereSeparator: \.isWhitespace).map { Word(String($0)) }
        guard let condition = parts.first(where: { reader.knows($0.queryWord) }) else {
            guard parts.contains(where: { $0.queryWord == .or }) else { return nil }
            return "\(Quoted.text(word.text)) is a single argument, so it was treated as a phrase; "
                + "to use “OR”, pass each word and parenthesis as a separate argument"
        }
        return "\(Quoted.text(word.text)) is a single argument, so it was treated as a phrase; "
            + "pass \(Quoted.text(condition.text)) as a separate argument to use it as a filter"
    }
}
