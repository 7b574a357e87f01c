/// The text of a statement in another language within a line, as typed.
///
/// `sql` takes such a text: its quotes are SQL's own, so that `'it''s'` and `"chicago-inspections"` are passed on
/// unchanged. Outside them the text ends before `;` at the end of a word; before an option (`--` and a letter, which
/// would only be a comment in one line); before `|` and `\G` as separate words; and before `>` or `>>` followed by one last
/// word that is a file: because it ends in the name of a format, such as `> out.csv`, because it begins like a path, such as
/// `> ./out`, or because nothing can be compared there, as in `FROM feed > out`.
enum RawText {
    /// The names of the commands that take such a text.
    static let commands: Set = ["sql", ".sql"]
    /// The commands whose second argument may be such a command.
    static let carriers: Set = ["save", ".save", "watch", ".watch"]
    /// Their options with a value.
    static let valued: Set = ["--limit", "--timeout", "--format", "--columns"]

    /// The number of words that belong to an option before such a command, this one included; 0 for a word that is none.
    static func words(ofOption word: String) -> Int {
        if word == "--times" { return 2 }
        return word.hasPrefix("--times=") ? 1 : 0
    }

    private static let endings = ["csv", "htm", "html", "json", "jsonl", "markdown", "md", "ndjson", "tsv", "txt"]
    private static let pathBeginnings = ["/", "./", "../", "~/"]
    /// The keywords of SQL before an expression, and those before a table or a number, which is not compared.
    private static let beforeExpressions: Set = [
        "select", "where", "on", "having", "by", "when", "then", "else", "and", "or", "not", "case", "between", "like",
        "filter", "using", "values", "set", "in",
    ]
    private static let beforeOthers: Set = ["from", "join", "limit", "offset"]

    /// The end of the text that starts at an index, without trailing spaces; `wordEnds` marks the indexes where words
    /// end.
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
            if beginsWord, index > start, isEnd(letters, index, from: start) { break }
            if letter == "'" || letter == "\"", let close = letters[(index + 1)...].firstIndex(of: letter) {
                index = close
            }
            index += 1
            last = index
        }
        return last
    }

    private static func isEnd(_ letters: [Unicode.Scalar], _ index: Int, from start: Int) -> Bool {
        let word = String(scalars: letters[index...].prefix { !$0.isBlank })
        if isOption(word) || word == "|" || word == "\\G" { return true }
        guard word == ">" || word == ">>" else { return false }
        let rest = letters[(index + word.unicodeScalars.count)...].drop { $0.isBlank }
        if let quote = rest.first, quote == "'" || quote == "\"" {
            // A quoted text may also be a value or a column to compare with.
            guard let close = rest.dropFirst().firstIndex(of: quote), endsStatement(rest[(close + 1)...]) else {
                return false
            }
            let name = String(scalars: rest[(rest.startIndex + 1)..<close])
            return endings.contains { name.hasSuffix("." + $0) } || hasNoExpression(letters[start..<index])
        }
        let name = String(scalars: rest.prefix { !$0.isBlank && $0 != ";" })
        guard !name.isEmpty, endsStatement(rest.dropFirst(name.unicodeScalars.count)) else { return false }
        if endings.contains(where: { name.hasSuffix("." + $0) }) { return true }
        return pathBeginnings.contains(where: name.hasPrefix) || hasNoExpression(letters[start..<index])
    }

    /// Whether only blanks follow before the end of the line or a semicolon.
    private static func endsStatement(_ letters: ArraySlice<Unicode.Scalar>) -> Bool {
        letters.first { !$0.isBlank }.map { $0 == ";" } ?? true
    }

    /// Whether SQL ends after a table or a number of rows, outside of parentheses.
    private static func hasNoExpression(_ letters: ArraySlice<Unicode.Scalar>) -> Bool {
        var depth = 0
        var quote: Unicode.Scalar?
        var outside = ""
        for letter in letters {
            if let open = quote {
                if letter == open { quote = nil }
            } else if letter == "'" || letter == "\"" {
                quote = letter
            } else if letter == "(" {
                depth += 1
            } else if letter == ")" {
                depth -= 1
            } else if depth == 0 {
                outside.unicodeScalars.append(letter)
                continue
            }
            outside += " "
        }
        guard depth == 0, quote == nil else { return false }
        let words = outside.lowercased().split { !$0.isLetter && $0 != "_" }.map(String.init)
        let keyword = words.last { beforeExpressions.contains($0) || beforeOthers.contains($0) }
        return keyword.map(beforeOthers.contains) ?? false
    }

    /// Whether a word is an option rather than an SQL comment.
    static func isOption(_ word: String) -> Bool {
        word.hasPrefix("--") && word.dropFirst(2).first?.isLetter == true
    }
}
