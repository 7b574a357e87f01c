/// Text for a person whose lines are broken at blanks where they are wider than the terminal.
enum WrappedText {
    /// The text with no line wider than so many columns, but for words that are so themselves.
    ///
    /// What is broken goes on under the text it belongs to: behind its own indentation, or in the second of two columns.
    static func of(_ text: String, width: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { DisplayWidth.of($0) > width ? wrapped($0, width) : String($0) }
            .joined(separator: "\n")
    }

    private static func wrapped(_ line: Substring, _ width: Int) -> String {
        let indent = String(repeating: " ", count: indentation(of: line, width))
        var lines: [String] = []
        var current: String?
        for word in line.split(separator: " ", omittingEmptySubsequences: false) {
            guard let begun = current else {
                current = String(word)
                continue
            }
            if DisplayWidth.of(begun) + 1 + DisplayWidth.of(word) <= width || begun.allSatisfy({ $0 == " " }) {
                current = begun + " " + word
            } else {
                lines.append(String(begun.reversed().drop { $0 == " " }.reversed()))
                current = indent + word
            }
        }
        return (lines + [current ?? ""]).joined(separator: "\n")
    }

    /// Where the second of two columns begins, if that is in the first half; else a little behind the beginning of the
    /// first, or where a line without columns begins.
    private static func indentation(of line: Substring, _ width: Int) -> Int {
        let letters = Array(line)
        let starts = letters.indices.filter { index in
            letters[index] != " " && letters[..<index].suffix(2).allSatisfy { $0 == " " }
        }
        guard let first = starts.first, let second = starts.dropFirst().first else { return starts.first ?? 0 }
        return second <= width / 2 ? second : first + 4
    }
}
