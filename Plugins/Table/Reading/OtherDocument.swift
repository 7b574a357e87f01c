import AggSource

/// A document that is not a table, recognized by its first bytes.
struct OtherDocument {
    /// What it is instead, and what to do.
    let reason: String
    /// Whether it is a feed, which another kind of source reads.
    var isFeed = false

    /// The first bytes of binary formats, and what to do about each.
    private static let magic: [([UInt8], String)] = [
        ([0xD0, 0xCF, 0x11, 0xE0], "an Excel workbook; save the table as CSV"),
        (Array("%PDF".utf8), "a PDF; export the table as CSV, or look for the data in another format"),
        (Array("PAR1".utf8), "a Parquet file; convert it to CSV"),
        (Array("ARROW1".utf8), "an Arrow file; convert it to CSV"),
        (Array("Obj\u{1}".utf8), "an Avro file; convert it to CSV"),
        (Array("SQLite format 3".utf8), "an SQLite database; export the table as CSV"),
        (Array("<stata_dta>".utf8), "a Stata file; export the table as CSV"),
        (Array("$FL2".utf8), "an SPSS file; export the table as CSV"),
        (Array("$FL3".utf8), "an SPSS file; export the table as CSV"),
        (sas, "a SAS file; export the table as CSV"),
        (Array("BZh".utf8), "a bzip2 file; decompress it first"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "an xz file; decompress it first"),
        ([0x28, 0xB5, 0x2F, 0xFD], "a Zstandard file; decompress it first"),
        ([0x37, 0x7A, 0xBC, 0xAF], "a 7-Zip archive; unpack it and use the table in it"),
        (Array("Rar!".utf8), "a RAR archive; unpack it and use the table in it"),
        ([0x89, 0x50, 0x4E, 0x47], "a picture"), ([0xFF, 0xD8, 0xFF], "a picture"), (Array("GIF8".utf8), "a picture"),
    ]

    private static let sas: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xC2, 0xEA, 0x81, 0x60]

    /// Recognizes a binary format by the first bytes of a file; nil if it may be text.
    init?(binary bytes: [UInt8]) {
        let beginning = bytes.prefix(4_096)
        let found: String
        if beginning.starts(with: Array("PK".utf8) + [3, 4]) {
            found = Self.archive(beginning)
        } else if let format = Self.magic.first(where: { beginning.starts(with: $0.0) })?.1 {
            // Text can also begin with these letters.
            guard beginning.contains(where: { $0 == 0 || $0 > 0x7F }) || beginning.first == UInt8(ascii: "%") else {
                return nil
            }
            found = format
        } else if beginning.count > 262, beginning[257..<262].elementsEqual("ustar".utf8) {
            found = "a tar archive; unpack it and use the table in it"
        } else if Self.isBinary(beginning) {
            found = "binary data; export the table as CSV"
        } else {
            return nil
        }
        reason = "(expected a table, found \(found))"
    }

    /// Whether many bytes are zero at both even and odd positions, unlike those of a text in UTF-16.
    private static func isBinary(_ bytes: ArraySlice<UInt8>) -> Bool {
        let zeros = bytes.indices.filter { bytes[$0] == 0 }
        let odd = zeros.count { $0 % 2 == 1 }
        return min(odd, zeros.count - odd) * 16 > bytes.count
    }

    /// What an archive in the format ZIP is, by the names of its first files.
    private static func archive(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        if text.contains("[Content_Types].xml") || text.contains("xl/") {
            return "an Excel workbook; save the table as CSV"
        }
        if text.contains("opendocument.spreadsheet") { return "an OpenDocument spreadsheet; save the table as CSV" }
        return "a ZIP archive or an Excel workbook; unpack it and use the table in it, or save the table as CSV"
    }

    /// Recognizes a text in place of a table; nil if it may be a table, given columns of which each row has some.
    ///
    /// A server can send an error instead; a file contains what it contains.
    init?(_ bytes: [UInt8], rowsHave columns: [String] = [], isFile: Bool = false) {
        if !isFile, let message = ErrorDocument(bytes, rowsHave: columns)?.message {
            reason = "(expected a table, found an error: \(message))"
            return
        }
        let text = String(decoding: bytes.prefix(2_000), as: UTF8.self).lowercased()
        if text.first == "{", text.filter({ !$0.isWhitespace }).hasPrefix("{\"type\":\"topology\"") {
            reason = "(expected a table, found TopoJSON; convert it to GeoJSON)"
            return
        }
        if text.prefix(100).contains("google.visualization.query.setresponse(") {
            reason =
                "(expected a table, found a response for Google Charts; add “tqx=out:csv” to the parameters of the URL)"
            return
        }
        if Self.isCall(text[...]) {
            reason =
                "(expected a table, found JSONP; use a URL without a callback, or keep only the JSON inside the "
                + "parentheses)"
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

    /// Why a text in place of the delimited text of a source cannot be read, if it is JSON; nil for any other text.
    static func reason(ofJSON beginning: [UInt8], _ id: SourceID?) -> String? {
        let text = beginning.prefix(4_096).filter { !$0.isBlank }
        guard let first = text.first, "{[".utf8.contains(first), text.count > 1, "{[\"".utf8.contains(text[1]) else {
            return nil
        }
        var outline = JSONOutline()
        outline.push(text)
        // A cell can be JSON, too.
        guard outline.topValues == 1 || outline.topObjects == outline.topValues else { return nil }
        let format = outline.topValues == 1 ? TableShape.Format.json : .jsonl
        let edit = id.map { "run “source edit \($0)” and set" } ?? "set"
        return "(expected delimited text, found JSON; if this is the right table, \(edit) “format: \(format.rawValue)”)"
    }

    /// Whether a text begins with the call of a function of JavaScript that receives JSON.
    private static func isCall(_ text: Substring) -> Bool {
        // Servers put an empty comment before it.
        let call = text.trimmingPrefix { $0.isWhitespace }.trimmingPrefix("/**/").trimmingPrefix { $0.isWhitespace }
        let name = call.prefix { $0.isLetter || $0.isNumber || "_$.".contains($0) }
        let rest = call[name.endIndex...].filter { !$0.isWhitespace }
        return !name.isEmpty && (rest.hasPrefix("({\"") || rest.hasPrefix("([{\"") || rest.hasPrefix("([]"))
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
