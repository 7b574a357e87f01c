/// Recognizes totals and footnotes at the end of delimited text, which say nothing about the types of its columns.
struct LastRemarks {
    /// How a row looks.
    enum Look {
        case row
        /// A total or a footnote.
        case remark
        /// A total if only such rows follow: it has nothing in the first column, unlike all rows before it.
        case lastRow
    }

    private var lines: [Int] = []
    /// The columns that one of these rows leaves empty.
    private var gaps: Set<Int> = []

    private static let totals: Set<String> = [
        "total", "totals", "grand total", "sum", "gesamt", "summe", "insgesamt", "totale", "totaal", "total general",
    ]
    private static let beginnings = ["source", "note", "quelle", "fuente", "fonte", "updated", "last update", "*", "©"]
    /// The number of rows with a first cell; nil if some row before the end has none.
    private var labeled: Int? = 0
    /// The number of rows without a first cell that may be the last ones.
    private var unlabeled = 0

    /// The maximum number of last rows without a first cell.
    private static let mostUnlabeled = 5
    /// The minimum number of rows that must have a first cell for a last one without it to be a total.
    private static let leastLabeled = 3
    /// How many columns to check for gaps, starting from the first.
    private static let mostGaps = 200
    /// The first bytes of these texts.
    private static let first = Set((totals + beginnings).compactMap(\.utf8.first))

    /// Whether a line is one of the last rows added, which look like totals or footnotes.
    func contains(line: Int) -> Bool { lines.first.map { $0 <= line } ?? false }

    /// Adds a row of a table with this many columns; returns how it looks.
    mutating func add(_ row: borrowing TableRow, width: Int) -> Look {
        var look = Look.row
        if Self.isRemark(row, width) || !lines.isEmpty && width > 2 && row.count < width {
            look = .remark
        } else if mayBeLast(row, width) {
            look = .lastRow
            unlabeled += 1
        } else {
            labeled = row.trimmedRange(0).isEmpty || unlabeled > 0 ? nil : labeled.map { $0 + 1 }
        }
        if look != .row {
            lines.append(row.line)
            for index in 0..<min(width, Self.mostGaps) where row.trimmedRange(index).isEmpty { gaps.insert(index) }
        } else if !lines.isEmpty {
            (lines, gaps) = ([], [])
        }
        return look
    }

    /// Whether a row has nothing in the first column, unlike all rows before it, and little in the others.
    private func mayBeLast(_ row: borrowing TableRow, _ width: Int) -> Bool {
        guard width > 2, let labeled, labeled >= Self.leastLabeled, unlabeled < Self.mostUnlabeled,
            row.trimmedRange(0).isEmpty
        else { return false }
        let filled = (1..<width).filter { !row.trimmedRange($0).isEmpty }
        guard let first = filled.first else { return false }
        return filled.count * 2 <= width || Self.totals.contains(Self.plain(row.bytes[row.trimmedRange(first)]))
    }

    /// A note about the last rows; they are kept, since they may be rows after all, unless they have no value in a key column.
    func notes(key: [Int]) -> [String] {
        guard let line = lines.first else { return [] }
        let isKept = gaps.isDisjoint(with: key)
        guard lines.count > 1 else {
            return [
                "the last row (line \(line)) looks like a total or a footnote; it "
                    + (isKept ? "is kept" : "is skipped because it has no key")
            ]
        }
        return [
            "the last \(lines.count) rows (from line \(line)) look like totals or footnotes; "
                + (isKept ? "they are kept" : "those without a key are skipped")
        ]
    }

    private static func isRemark(_ row: borrowing TableRow, _ width: Int) -> Bool {
        let bytes = row.bytes[row.trimmedRange(0)]
        // A line of text below a table of several columns.
        if width > 2, row.count == 1, !bytes.isEmpty { return true }
        guard width > 1, let byte = bytes.first, first.contains((65...90).contains(byte) ? byte + 32 : byte) else {
            return false
        }
        if bytes.count <= 16, totals.contains(plain(bytes)) { return true }
        guard width > 2 || row.count == 1 else { return false }
        for index in 1..<max(row.count, 1) where !row.trimmedRange(index).isEmpty { return false }
        return beginnings.contains(where: plain(bytes).hasPrefix)
    }

    /// The start of a text in lowercase, without a colon at its end.
    private static func plain(_ bytes: ArraySlice<UInt8>) -> String {
        var text = String(decoding: bytes.prefix(40), as: UTF8.self).lowercased()
        while text.last == ":" || text.last == " " { text.removeLast() }
        return text
    }
}
