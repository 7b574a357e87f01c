/// The words of the command being typed, up to the cursor.
///
/// They are parsed as by `CommandLine`, except for an open quote: everything after it is one word.
struct TypedWords {
    /// A word and its position.
    struct Part: Hashable {
        /// The text, without quotes and escapes.
        var text: String
        /// The offset of its first character in the line.
        var start: Int
        /// Whether it starts with a quote.
        var isQuoted = false
    }

    /// The words; the last one is being typed and may be empty.
    private(set) var parts: [Part] = []

    private let typed: [Character]
    private let isQuery: Bool
    private var index = 0

    /// Parses the text before the cursor; as a query that is not part of a line, as by `CommandLine.words(ofQuery:)`.
    init(_ line: some StringProtocol, isQuery: Bool = false) {
        typed = Array(line)
        self.isQuery = isQuery
        while index < typed.count {
            while index < typed.count, typed[index].isWhitespace { index += 1 }
            if index < typed.count { readWord() }
        }
        if parts.isEmpty || typed.last?.isWhitespace ?? true, !isInsideWord {
            parts.append(Part(text: "", start: typed.count))
        }
    }

    /// Whether a quote or an escape keeps the last word open after a space.
    private var isInsideWord = false

    private mutating func readWord() {
        let start = index
        var text = ""
        var isQuoted = false
        isInsideWord = false
        while index < typed.count, !typed[index].isWhitespace {
            let letter = typed[index]
            if letter == "\"" || letter == "'", index == start || beginsValue(after: text) {
                isQuoted = index == start
                readQuoted(by: letter, into: &text)
                continue
            }
            if letter == "\\", index + 1 < typed.count, Self.isEscapable(typed[index + 1]) {
                text.append(typed[index + 1])
                index += 2
                isInsideWord = index == typed.count
                continue
            }
            if letter == ";", !isQuery, index + 1 == typed.count || typed[index + 1].isWhitespace {
                index += 1
                parts = []
                return
            }
            text.append(letter)
            index += 1
        }
        parts.append(Part(text: text, start: start, isQuoted: isQuoted))
    }

    /// Whether a text is a name with its sign, as in `(-country:`, `what=`, or `--title=`, unless it is raw text.
    private func beginsValue(after text: String) -> Bool {
        guard let sign = text.last, sign == "=" || sign == ":" && !text.hasPrefix("--"),
            isQuery || !RawText.commands.contains(parts.first?.text ?? "")
        else { return false }
        let name = text.dropLast().drop { $0 == "-" || $0 == "(" && sign == ":" }
        return Word.qualifier(in: "\(name):") == String(name)
    }

    /// Reads up to the quote that closes at the end of a word, or to the cursor.
    private mutating func readQuoted(by quote: Character, into text: inout String) {
        index += 1
        while index < typed.count {
            let letter = typed[index]
            let next = index + 1 < typed.count ? typed[index + 1] : nil
            if letter == quote, next?.isWhitespace ?? true || next == ";" && !isQuery {
                index += 1
                return
            }
            if quote == "\"", letter == "\\", let next, next == "\"" || next == "\\" {
                text.append(next)
                index += 2
            } else {
                text.append(letter)
                index += 1
            }
        }
        isInsideWord = true
    }

    private static func isEscapable(_ letter: Character) -> Bool {
        letter.isWhitespace || ["\"", "'", "\\", ";", "#", "|", ">"].contains(letter)
    }
}
