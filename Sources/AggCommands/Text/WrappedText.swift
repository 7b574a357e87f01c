/// Text for people, wrapped at spaces if its lines are wider than the terminal.
package enum WrappedText {
    /// The text with no line wider than the given width, except for single words that are; without a width, the text.
    ///
    /// Wrapped lines are aligned with the text they belong to: at its own indentation, or in the second of two columns.
    package static func of(_ text: String, width: Int?) -> String {
        guard let width else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { DisplayWidth.of($0) > width ? wrapped($0, width) : String($0) }
            .joined(separator: "\n")
    }

    /// The second column stays beside the first if it starts in the first half of the width; otherwise, it goes below,
    /// slightly right of where the first one starts.
    private static func wrapped(_ line: Substring, _ width: Int) -> String {
        let starts = columnStarts(of: line)
        guard let first = starts.first, let second = starts.dropFirst().first else {
            return wrapped(line, width, indent: starts.first ?? 0)
        }
        if second <= width / 2 { return wrapped(line, width, indent: second) }
        let indent = first + 4
        let below = String(repeating: " ", count: indent) + line.dropFirst(second)
        return [withoutEnd(line.prefix(second)), below].map { wrapped($0[...], width, indent: indent) }
            .joined(separator: "\n")
    }

    private static func wrapped(_ line: Substring, _ width: Int, indent count: Int) -> String {
        let indent = String(repeating: " ", count: count)
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
                lines.append(withoutEnd(begun[...]))
                current = indent + word
            }
        }
        return (lines + [current ?? ""]).joined(separator: "\n")
    }

    /// The text without the spaces at its end.
    private static func withoutEnd(_ text: Substring) -> String {
        String(text.reversed().drop { $0 == " " }.reversed())
    }

    /// Where the columns start, which have two spaces or more between them.
    private static func columnStarts(of line: Substring) -> [Int] {
        let letters = Array(line)
        return letters.indices.filter { index in
            letters[index] != " " && letters[..<index].suffix(2).allSatisfy { $0 == " " }
        }
    }
}

/// Lines of text without newlines, created on demand.
struct TextLines: RandomAccessCollection, Sendable {
    let endIndex: Int
    private let line: @Sendable (Int) -> String

    var startIndex: Int { 0 }

    /// Creates a number of lines; the closure returns the line at an index.
    init(count: Int, _ line: @escaping @Sendable (Int) -> String) {
        endIndex = count
        self.line = line
    }

    init(_ lines: [String]) {
        self.init(count: lines.count) { lines[$0] }
    }

    /// Creates the lines of several parts in sequence.
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

    /// The lines in a range.
    func part(_ range: Range<Int>) -> TextLines {
        TextLines(count: range.count) { [line] in line(range.lowerBound + $0) }
    }

    /// The first part that ends after an index: there may be one for each day of many years.
    private static func part(of place: Int, _ ends: [Int]) -> Int {
        var (low, high) = (0, ends.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] > place { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
