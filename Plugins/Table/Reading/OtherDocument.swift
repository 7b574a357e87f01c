/// A document that is not a table, recognized by its first bytes.
struct OtherDocument {
    /// What it is instead, and what to do.
    let reason: String
    /// Whether it is a feed, which another kind of source reads.
    var isFeed = false

    /// Recognizes a document; nil if it may be a table.
    init?(_ bytes: [UInt8]) {
        let magic: [([UInt8], String)] = [
            (Array("PK".utf8) + [3, 4], "a ZIP archive or an Excel workbook; save the table as CSV"),
            ([0xD0, 0xCF, 0x11, 0xE0], "an Excel workbook; save the table as CSV"),
            (Array("%PDF".utf8), "a PDF"), (Array("PAR1".utf8), "a Parquet file; convert it to CSV"),
            (Array("SQLite format 3".utf8), "an SQLite database; export the table as CSV"),
        ]
        if let found = magic.first(where: { bytes.starts(with: $0.0) }) {
            reason = "(expected a table, found \(found.1))"
            return
        }
        let text = String(decoding: bytes.prefix(2_000), as: UTF8.self).lowercased()
        if text.first == "{", text.filter({ !$0.isWhitespace }).hasPrefix("{\"type\":\"topology\"") {
            reason = "(expected a table, found TopoJSON; convert it to GeoJSON)"
            return
        }
        let line = text.split(whereSeparator: \.isNewline).first ?? ""
        if line == "---" || line.hasPrefix("- ") && line.contains(": ") {
            reason = "(expected a table, found YAML; convert it to JSON)"
            return
        }
        guard Self.isMarkup(text.drop(while: \.isWhitespace)) else { return nil }
        isFeed = ["<rss", "<feed", "<rdf:rdf"].contains { text.contains($0) }
        let isPage = text.contains("<html") || text.contains("<!doctype html")
        reason = "(expected a table, found \(isFeed ? "a feed" : isPage ? "a web page" : "XML"))"
    }

    /// Whether a text in lowercase begins with a declaration or with two tags, and not with a cell such as “<5 mg”.
    private static func isMarkup(_ text: Substring) -> Bool {
        let beginnings = ["<!doctype", "<!--", "<?xml", "<html", "<rss", "<feed", "<rdf:rdf"]
        if beginnings.contains(where: { text.hasPrefix($0) }) { return true }
        guard text.first == "<", let end = text.firstIndex(of: ">") else { return false }
        let tag = text[..<end].dropFirst().prefix { !$0.isWhitespace && $0 != "/" }
        guard tag.first?.isLetter == true, tag.allSatisfy({ $0.isLetter || $0.isNumber || "_-.:".contains($0) }) else {
            return false
        }
        return text[end...].dropFirst().first { !$0.isWhitespace } == "<"
    }
}
