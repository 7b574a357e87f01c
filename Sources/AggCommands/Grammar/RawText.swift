/// The text of a statement in another language inside a line, as it was typed.
///
/// `sql` takes one: its quotes are SQL's own, so that `'it''s'` and `"chicago-inspections"` arrive as they are. Outside of them
/// the text ends before `;` at the end of a word, before an option (a word of `--` and a letter, which in one line would only
/// be a comment), before `|` and `\\G` as words of their own, and before `>` or `>>` with one word behind it that ends in the name of
/// a form, as `> out.csv`.
enum RawText {
    /// The names of the commands whose words are one such text.
    static let commands: Set = ["sql", ".sql"]
    /// Their options that have a value.
    static let valued: Set = ["--limit", "--timeout", "--format", "--columns"]

    private static let endings = ["csv", "json", "markdown", "md", "ndjson", "tsv", "txt"]

    /// Where the text ends that begins at a place, blanks before the end left out; `wordEnds` are the places at which words end.
    static func end(of letters: [Unicode.Scalar], from start: Int, wordEnds: [Bool]) -> Int {
        var index = start
        var last = start
        while index < letters.count {
            let letter = letters[index]
            if letter.isBlank {
                index += 1
                continue
            }
            let beginsWord = index == start || letters[index - 1].isBlank
            if letter == ";", wordEnds[index] { break }
            if beginsWord, index > start, isEnd(letters, index) { break }
            if letter == "'" || letter == "\"", let close = letters[(index + 1)...].firstIndex(of: letter) {
                index = close
            }
            index += 1
            last = index
        }
        return last
    }

    private static func isEnd(_ letters: [Unicode.Scalar], _ index: Int) -> Bool {
        let word = String(scalars: letters[index...].prefix { !$0.isBlank })
        if isOption(word) || word == "|" || word == "\\G" { return true }
        guard word == ">" || word == ">>" else { return false }
        let rest = letters[(index + word.unicodeScalars.count)...].drop { $0.isBlank }
        let name = String(scalars: rest.prefix { !$0.isBlank && $0 != ";" })
        let isLast = rest.dropFirst(name.unicodeScalars.count).drop { $0.isBlank }.first.map { $0 == ";" } ?? true
        return isLast && endings.contains { name.hasSuffix("." + $0) }
    }

    /// Whether a word is an option and no comment of SQL.
    static func isOption(_ word: String) -> Bool {
        word.hasPrefix("--") && word.dropFirst(2).first?.isLetter == true
    }
}
