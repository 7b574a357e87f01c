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

/// Lines of text without their newlines, each made when it is asked for.
struct TextLines: RandomAccessCollection, Sendable {
    let endIndex: Int
    private let line: @Sendable (Int) -> String

    var startIndex: Int { 0 }

    /// Makes so many lines; the closure is handed the place of the one to make.
    init(count: Int, _ line: @escaping @Sendable (Int) -> String) {
        endIndex = count
        self.line = line
    }

    init(_ lines: [String]) {
        self.init(count: lines.count) { lines[$0] }
    }

    /// Makes the lines of several parts, one after the other.
    init(parts: [TextLines]) {
        let parts = parts.filter { !$0.isEmpty }
        var ends: [Int] = []
        for part in parts { ends.append(part.count + (ends.last ?? 0)) }
        self.init(count: ends.last ?? 0) { [ends] place in
            let part = Self.part(of: place, ends)
            return parts[part][place - (part == 0 ? 0 : ends[part - 1])]
        }
    }

    subscript(place: Int) -> String { line(place) }

    /// The first part that ends behind a place: there may be one for each day of many years.
    private static func part(of place: Int, _ ends: [Int]) -> Int {
        var (low, high) = (0, ends.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] > place { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
