import AggSource
import Foundation

/// A feed in a list of feeds.
struct ListedFeed: Hashable {
    /// Its name in the list.
    var title: String?
    /// The URL of its document.
    var address: String
    /// The folders that contain it, outermost first.
    var folders: [String] = []
}

/// Lists of feeds in OPML (opml.org/spec2.opml).
enum OPML {
    /// Reads the feeds in a document, in order; nil if the document is not OPML.
    ///
    /// - Returns: The feeds, and where the document ends too early; nil if it is complete.
    /// - Throws: `SourceError.invalidData` if it is OPML without a readable list.
    static func list(in document: [UInt8]) throws(SourceError) -> (feeds: [ListedFeed], cutOff: XMLFault?)? {
        let text = TextEncoding.utf8(document, charset: nil)
        let tree = try XMLTree(text, from: nil)
        guard let root = tree.root, root.name == "opml" else { return nil }
        guard let body = root.first("body", .plain) else { throw .invalidData("(the OPML document has no body)") }
        var feeds: [ListedFeed] = []
        collect(body, folders: [], into: &feeds)
        if feeds.isEmpty, let fault = tree.fault {
            throw .invalidData("at line \(fault.line) (\(fault.reason)): no feed could be read")
        }
        return (feeds, root.isComplete ? nil : tree.fault)
    }

    /// Writes a document with feeds; each folder gets its own outline.
    static func document(of feeds: [ListedFeed]) -> [UInt8] {
        var folder = Folder()
        for feed in feeds { folder.add(feed, in: feed.folders[...]) }
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#, #"<opml version="2.0">"#, "  <head>",
            "    <title>Feeds</title>", "  </head>", "  <body>",
        ]
        folder.write(to: &lines, depth: 2)
        lines += ["  </body>", "</opml>", ""]
        return Array(lines.joined(separator: "\n").utf8)
    }

    private static func collect(_ element: XMLElement, folders: [String], into feeds: inout [ListedFeed]) {
        // A tag that is cut off may have only the start of a URL.
        for outline in element.all("outline", .plain) where outline.isComplete || !outline.content.isEmpty {
            let title = (outline["title"] ?? outline["text"]).flatMap(HTMLText.plainLine)
            if let address = outline["xmlurl"] ?? blankAddress(of: outline) {
                feeds.append(ListedFeed(title: title, address: address, folders: folders))
                collect(outline, folders: folders, into: &feeds)
            } else {
                collect(outline, folders: folders + (title.map { [$0] } ?? []), into: &feeds)
            }
        }
    }

    /// The URL of an entry that has a blank one; nil if it has none, or if it is a folder.
    private static func blankAddress(of outline: XMLElement) -> String? {
        let isListed = outline.attributes.contains { $0.name == "xmlurl" } && outline.all("outline", .plain).isEmpty
        return isListed ? "" : nil
    }
}

/// The feeds and folders in a folder, in their original order.
private struct Folder {
    private var feeds: [ListedFeed] = []
    private var folders: [(name: String, folder: Folder)] = []

    mutating func add(_ feed: ListedFeed, in path: ArraySlice<String>) {
        guard let name = path.first else { return feeds.append(feed) }
        let index = folders.firstIndex { $0.name == name } ?? folders.count
        if index == folders.count { folders.append((name, Folder())) }
        folders[index].folder.add(feed, in: path.dropFirst())
    }

    func write(to lines: inout [String], depth: Int) {
        let indent = String(repeating: "  ", count: depth)
        for feed in feeds {
            let title = Self.escaped(feed.title ?? feed.address)
            lines.append(
                #"\#(indent)<outline type="rss" text="\#(title)" title="\#(title)" xmlUrl="\#(Self.escaped(feed.address))"/>"#
            )
        }
        for (name, folder) in folders {
            lines.append(#"\#(indent)<outline text="\#(Self.escaped(name))" title="\#(Self.escaped(name))">"#)
            folder.write(to: &lines, depth: depth + 1)
            lines.append("\(indent)</outline>")
        }
    }

    private static func escaped(_ text: String) -> String {
        text.escapedForXML.replacing("\n", with: " ")
    }
}
