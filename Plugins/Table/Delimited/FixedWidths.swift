import AggSource

/// Columns of fixed width, padded with blanks, as databases and mainframes print them.
struct FixedWidths: Hashable {
    /// The position where each column starts, in characters.
    let starts: [Int]

    private static let leastRows = 3
    /// The maximum number of lines with titles and facts above the labels.
    private static let mostTitles = 60
    /// The number of padded lines that may be the labels below titles.
    private static let mostAttempts = 10

    /// The dialect that reads each line as one cell.
    static let dialect = Dialect(delimiter: 0, quote: nil)

    /// Parses the widths of the columns, such as `5, 10, 8`; the last column takes the rest of the line.
    init?(_ text: String) {
        var starts = [0]
        for part in text.split(separator: ",") {
            guard let width = Int(part.filter { $0 != " " }), (1...10_000).contains(width), starts.count < 1_000 else {
                return nil
            }
            starts.append(starts[starts.count - 1] + width)
        }
        guard starts.count > 2 else { return nil }
        self.starts = Array(starts.dropLast())
    }

    /// Finds the columns of the lines below comments and titles, and the first of these lines; nil unless most lines are padded.
    static func find(in lines: [TableRow]) -> (widths: FixedWidths, first: Int)? {
        let start = lines.firstIndex { !DialectDetector.isComment($0) } ?? 0
        let found = FixedWidths(lines: lines[start...])
        if let better = belowRule(lines[start...]), better.starts.count > (found?.starts.count ?? 0) {
            return (better, start)
        }
        // Titles are not padded, unlike most labels, and there are fewer of them than rows.
        let padded = lines[start...].prefix(mostTitles).indices.filter { isPadded(lines[$0]) }
        var best = found.map { (widths: $0, first: start) }
        guard let first = padded.first, first > start else { return best }
        // The first padded line may be a sentence.
        let places = padded.filter { $0 == first || isSpaced(lines[$0]) }.prefix(mostAttempts)
        for place in places where place - start < lines.count - place {
            guard let better = FixedWidths(lines: lines[place...]),
                better.starts.count > (best?.widths.starts.count ?? 0)
            else { continue }
            let rows = lines[place...].map { better.split($0) }
            let headers = HeaderDetector(rows: rows)
            let hasLabels =
                place == first ? headers.hasHeader : headers.votes(for: rows[0], over: rows[1...].prefix(500)) > 0
            if hasLabels { best = (better, place) }
        }
        return best
    }

    /// The columns of the lines below labels and a line that underlines them, neither of which need to be above their columns, as
    /// in lists of the German Weather Service; nil unless there is one word for each column.
    private static func belowRule(_ lines: ArraySlice<TableRow>) -> FixedWidths? {
        guard lines.count > leastRows + 1, let labels = lines.first, isRule(lines[lines.startIndex + 1]),
            let found = FixedWidths(lines: lines.dropFirst(2))
        else { return nil }
        return found.starts.count == labels.words.count ? found : nil
    }

    /// Finds the columns of lines: each is followed by blanks in every line; nil unless most lines are padded.
    init?(lines: ArraySlice<TableRow>) {
        guard lines.count >= Self.leastRows, lines.allSatisfy({ $0.count == 1 && $0.bytes.count < 10_000 }),
            lines.count(where: Self.isPadded) * 2 > lines.count
        else { return nil }
        let texts = lines.map { Array(String(decoding: $0.bytes, as: UTF8.self).unicodeScalars) }
        let filled = Self.filled(texts[...])
        var starts: [Int] = []
        for (place, isFilled) in filled.enumerated() where isFilled && (place == 0 || !filled[place - 1]) {
            let end = filled[place...].firstIndex(of: false) ?? filled.count
            func isFilled(_ text: [Unicode.Scalar]) -> Bool {
                text.dropFirst(place).prefix(end - place).contains { $0 != " " }
            }
            // A part without a label or without values belongs to the column before it.
            if starts.isEmpty || isFilled(texts[0]) && texts.dropFirst().contains(where: isFilled) {
                starts.append(place)
            }
        }
        guard starts.count > 1 else { return nil }
        self.starts = [0] + starts.dropFirst()
    }

    /// The widths, as in a configuration; the last one is only the least.
    var text: String {
        (zip(starts, starts.dropFirst()).map { String($1 - $0) } + ["1"]).joined(separator: ", ")
    }

    /// The cells of a line, without the blanks that pad them.
    func split(_ line: borrowing TableRow) -> TableRow {
        var row = TableRow()
        row.line = line.line
        row.fault = line.fault
        var (position, column) = (0, 1)
        var last: UInt8 = 32
        for byte in line.bytes {
            let isStart = byte & 0xC0 != 0x80
            if isStart, column < starts.count, position == starts[column] {
                row.endPaddedCell()
                column += 1
                if last != 32, last != 9 { row.fault = row.fault ?? .misaligned }
            }
            row.bytes.append(byte)
            if isStart { position += 1 }
            last = byte
        }
        row.endPaddedCell()
        return row
    }

    /// The cells of a line with labels, which are its words if they are not above their columns.
    func splitLabels(_ line: borrowing TableRow) -> TableRow {
        let row = split(line)
        let words = line.words
        guard row.fault != nil, words.count == starts.count else { return row }
        var labels = TableRow()
        labels.line = line.line
        for word in words { labels.append(String(word)) }
        return labels
    }

    /// Whether a row only underlines the labels.
    static func isRule(_ row: TableRow) -> Bool {
        row.bytes.allSatisfy { "-=+| ".utf8.contains($0) } && row.bytes.contains { $0 == 45 || $0 == 61 }
    }

    private static func isPadded(_ line: TableRow) -> Bool {
        zip(line.bytes, line.bytes.dropFirst()).contains { $0 == 32 && $1 == 32 }
    }

    /// Whether at least half of the words of a line are followed by several blanks, unlike those of a sentence.
    private static func isSpaced(_ line: TableRow) -> Bool {
        (line.text(0).split(separator: "  ").count - 1) * 2 >= line.words.count - 1
    }

    /// Whether any of the texts has something other than a blank at each position.
    private static func filled(_ texts: ArraySlice<[Unicode.Scalar]>) -> [Bool] {
        var filled = [Bool](repeating: false, count: texts.map(\.count).max() ?? 0)
        for text in texts {
            for (place, scalar) in text.enumerated() where scalar != " " { filled[place] = true }
        }
        return filled
    }
}
