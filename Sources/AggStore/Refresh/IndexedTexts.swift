import GRDB

/// Texts on their way into the text index, one behind the other, and the ids of their rows.
struct IndexedTexts: Sendable {
    private var bytes: [UInt8] = []
    private var texts: [(id: Int64, end: Int)] = []

    /// Whether it is time to write them.
    var isFull: Bool { texts.count >= 2_000 || bytes.count >= 1 << 18 }

    /// Adds the text that the columns of a row make, as `SearchableText.sql` does.
    mutating func add(
        _ id: Int64, folded: UnsafeRawBufferPointer?, alternate: UnsafeRawBufferPointer?,
        otherTitles: UnsafeRawBufferPointer?, words: UnsafeRawBufferPointer?
    ) {
        if let folded { bytes.append(contentsOf: folded) }
        if let alternate {
            bytes.append(UInt8(ascii: " "))
            bytes.append(contentsOf: alternate)
        }
        if let otherTitles { bytes.append(contentsOf: otherTitles) }
        if let words { bytes.append(contentsOf: words) }
        texts.append((id, bytes.count))
    }

    /// Writes the texts into the text index.
    func write(_ db: Database) throws {
        let insert = try PreparedStatement(db, "INSERT INTO record_text (rowid, text) VALUES (?1, ?2)")
        try bytes.withUnsafeBytes { bytes in
            var start = 0
            for text in texts {
                insert.bind(1, text.id)
                insert.bind(2, uncopied: UnsafeRawBufferPointer(rebasing: bytes[start..<text.end]))
                _ = try insert.step()
                insert.reset()
                start = text.end
            }
        }
    }
}
