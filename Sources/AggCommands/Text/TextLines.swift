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
