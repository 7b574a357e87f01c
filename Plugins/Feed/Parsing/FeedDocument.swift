import AggSource
import Foundation

/// Reads a document in any of the formats, which it recognizes by content.
enum FeedDocument {
    /// The maximum size of a document, in bytes.
    static let largest = 32_000_000

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: The document as received.
    ///   - charset: The charset of the HTTP response, if it has one.
    ///   - address: Where it came from; the base for relative links unless the document names another.
    /// - Returns: The contents of the document, with a note if it is not well-formed.
    /// - Throws: `SourceError.invalidData` if the document is not a feed, is truncated before its first item, or declares
    ///   entities.
    static func parse(_ bytes: [UInt8], charset: String? = nil, from address: URL? = nil) throws(SourceError)
        -> ParsedFeed
    {
        let text = TextEncoding.utf8(bytes, charset: charset)
        guard let first = text.first(where: { $0 > 32 }) else { throw .invalidData("(the document is empty)") }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            return try JSONDocumentReader.read(text, from: address)
        }
        return try parseXML(text, from: address)
    }

    private static func parseXML(_ text: [UInt8], from address: URL?) throws(SourceError) -> ParsedFeed {
        guard let start = text.firstIndex(of: UInt8(ascii: "<")) else {
            throw .invalidData("(expected a feed, found neither XML nor JSON)")
        }
        if HTMLPage.looksLikeHTML(text[start...]) { throw .invalidData("(expected a feed, found an HTML page)") }
        let tree = try XMLTree(start == 0 ? text : Array(text[start...]), from: address)
        guard let root = tree.root else { throw .invalidData("(expected a feed, found no XML element)") }
        var feed: ParsedFeed
        switch (root.name, root.space) {
        case ("rss", _), ("channel", _): feed = RSSReader(root: root, address: address).read(.rss)
        case ("rdf", _): feed = RSSReader(root: root, address: address).read(.rdf)
        case ("feed", _): feed = AtomReader(root: root, address: address).read()
        default: throw .invalidData("(expected a feed, found the root element <\(root.name)>)")
        }
        guard let fault = tree.fault else { return feed }
        let place = "not well-formed at line \(fault.line) (\(fault.reason))"
        guard root.isComplete || !feed.items.isEmpty else {
            throw .invalidData("(\(place); no item could be read)")
        }
        feed.isCutOff = !root.isComplete
        feed.notes.append("the document is \(place); it was read as far as possible")
        return feed
    }
}
