/// Recognizes totals and footnotes at the end of delimited text, which say nothing about the types of its columns.
struct LastRemarks {
    private var lines: [Int] = []

    private static let totals: Set<String> = [
        "total", "totals", "grand total", "sum", "gesamt", "summe", "insgesamt", "totale", "totaal", "total general",
    ]
    private static let beginnings = ["source", "note", "quelle", "fuente", "fonte", "updated", "last update", "*", "©"]

    /// Adds a row of a table with this many columns; returns whether it looks like a total or a footnote.
    mutating func add(_ row: borrowing TableRow, width: Int) -> Bool {
        guard width > 1, row.bytes.count <= 4_000 else {
            lines = []
            return false
        }
        var (filled, first) = (0, 0)
        for index in 0..<row.count where !row.trimmedRange(index).isEmpty {
            if filled == 0 { first = index }
            filled += 1
        }
        guard first == 0, filled > 0 else {
            lines = []
            return false
        }
        let bytes = row.bytes[row.trimmedRange(0)]
        guard let letter = bytes.first, !(48...57).contains(letter), letter != UInt8(ascii: "-") else {
            lines = []
            return false
        }
        let isTotal = bytes.count <= 16 && Self.totals.contains(Self.plain(bytes))
        let isNote = filled == 1 && width > 2 && Self.beginnings.contains { Self.plain(bytes).hasPrefix($0) }
        guard isTotal || isNote else {
            lines = []
            return false
        }
        lines.append(row.line)
        return true
    }

    /// A note about the last rows; they are kept, since they may be rows after all.
    var notes: [String] {
        guard let line = lines.first else { return [] }
        guard lines.count > 1 else { return ["the last row (line \(line)) looks like a total or a footnote; it is kept"] }
        return ["the last \(lines.count) rows (from line \(line)) look like totals or footnotes; they are kept"]
    }

    private static func plain(_ bytes: ArraySlice<UInt8>) -> String {
        var text = String(decoding: bytes.prefix(40), as: UTF8.self).lowercased()
        while text.last == ":" || text.last == " " { text.removeLast() }
        return text
    }
}
