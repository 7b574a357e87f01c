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

    /// Where the text ends that begins at a place, blanks before the end left out.
    static func end(of letters: [Character], from start: Int) -> Int {
        var index = start
        var last = start
        while index < letters.count {
            let letter = letters[index]
            if letter.isWhitespace {
                index += 1
                continue
            }
            let beginsWord = index == start || letters[index - 1].isWhitespace
            if letter == ";", endsWord(letters, index + 1) { break }
            if beginsWord, index > start, isEnd(letters, index) { break }
            if letter == "'" || letter == "\"", let close = letters[(index + 1)...].firstIndex(of: letter) {
                index = close
            }
            index += 1
            last = index
        }
        return last
    }

    private static func isEnd(_ letters: [Character], _ index: Int) -> Bool {
        let word = String(letters[index...].prefix { !$0.isWhitespace })
        if isOption(word) || word == "|" || word == "\\G" { return true }
        guard word == ">" || word == ">>" else { return false }
        let rest = letters[(index + word.count)...].drop { $0.isWhitespace }
        let name = String(rest.prefix { !$0.isWhitespace && $0 != ";" })
        let isLast = rest.dropFirst(name.count).drop { $0.isWhitespace }.first.map { $0 == ";" } ?? true
        return isLast && endings.contains { name.hasSuffix("." + $0) }
    }

    /// Whether a word is an option and no comment of SQL.
    static func isOption(_ word: String) -> Bool {
        word.hasPrefix("--") && word.dropFirst(2).first?.isLetter == true
    }

    private static func endsWord(_ letters: [Character], _ index: Int) -> Bool {
        letters[index...].first { $0 != ";" }.map(\.isWhitespace) ?? true
    }
}
