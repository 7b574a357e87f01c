/// Recognizes totals and footnotes at the end of delimited text, which say nothing about the types of its columns.
struct LastRemarks {
    private var lines: [Int] = []

    private static let totals: Set<String> = [
        "total", "totals", "grand total", "sum", "gesamt", "summe", "insgesamt", "totale", "totaal", "total general",
    ]
    private static let beginnings = ["source", "note", "quelle", "fuente", "fonte", "updated", "last update", "*", "©"]
    /// The first bytes of these texts.
    private static let first = Set((totals + beginnings).compactMap(\.utf8.first))

    /// Adds a row of a table with this many columns; returns whether it looks like a total or a footnote.
    mutating func add(_ row: borrowing TableRow, width: Int) -> Bool {
        let isRemark = Self.isRemark(row, width)
        if isRemark {
            lines.append(row.line)
        } else if !lines.isEmpty {
            lines = []
        }
        return isRemark
    }

    /// A note about the last rows; they are kept, since they may be rows after all.
    var notes: [String] {
        guard let line = lines.first else { return [] }
        guard lines.count > 1 else {
            return ["the last row (line \(line)) looks like a total or a footnote; it is kept"]
        }
        return ["the last \(lines.count) rows (from line \(line)) look like totals or footnotes; they are kept"]
    }

    private static func isRemark(_ row: borrowing TableRow, _ width: Int) -> Bool {
        let bytes = row.bytes[row.trimmedRange(0)]
        guard width > 1, let byte = bytes.first, first.contains((65...90).contains(byte) ? byte + 32 : byte) else {
            return false
        }
        if bytes.count <= 16, totals.contains(plain(bytes)) { return true }
        guard width > 2 else { return false }
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
