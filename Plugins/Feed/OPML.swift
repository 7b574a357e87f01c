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
    /// - Throws: `SourceError.invalidData` if it is OPML without a readable list.
    static func feeds(in document: [UInt8]) throws(SourceError) -> [ListedFeed]? {
        let text = TextEncoding.utf8(document, charset: nil)
        let tree = try XMLTree(text, from: nil)
        guard let root = tree.root, root.name == "opml" else { return nil }
        guard let body = root.first("body", .plain) else { throw .invalidData("(the OPML document has no body)") }
        var feeds: [ListedFeed] = []
        collect(body, folders: [], into: &feeds)
        if feeds.isEmpty, let fault = tree.fault {
            throw .invalidData("at line \(fault.line) (\(fault.reason)): no feed could be read")
        }
        return feeds
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
        for outline in element.all("outline", .plain) {
            let title = (outline["title"] ?? outline["text"]).flatMap(HTMLText.plainLine)
            if let address = outline["xmlurl"] {
                feeds.append(ListedFeed(title: title, address: address, folders: folders))
                collect(outline, folders: folders, into: &feeds)
            } else {
                collect(outline, folders: folders + (title.map { [$0] } ?? []), into: &feeds)
            }
        }
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

/// Converts listed feeds to configured sources and back.
enum OPMLDiscovery {
    /// Proposes sources with unique ids for listed feeds; those with an unsupported or repeated URL are to be skipped.
    static func discoveries(of feeds: [ListedFeed]) -> [Discovery] {
        var ids = DistinctNames(separator: "-")
        var seen: Set<URL> = []
        return feeds.map { feed in
            func skipped(_ reason: String) -> Discovery {
                var discovery = Discovery(findings: [feed.title ?? Secrets.masked(feed.address)], id: "", values: [:])
                discovery.skipReason = reason
                return discovery
            }
            guard let url = url(of: feed) else {
                return skipped("“\(Secrets.masked(feed.address))” is not the URL of a feed")
            }
            guard seen.insert(url).inserted else { return skipped("already in the list") }
            let id = ids.distinct(FeedID.proposal(title: feed.title, address: url))
            var values = ["url": url.absoluteString]
            values["title"] = feed.title
            if !feed.folders.isEmpty { values["folder"] = path(feed.folders) }
            let place = feed.folders.isEmpty ? "" : " (\(feed.folders.joined(separator: " / ")))"
            return Discovery(findings: ["\(feed.title ?? url.absoluteString)\(place)"], id: id, values: values)
        }
    }

    /// The URL of a listed feed; nil unless it has a supported scheme, or starts with a host that has a dot.
    ///
    /// A list may come from anyone, so it must not choose files on this machine.
    private static func url(of feed: ListedFeed) -> URL? {
        let address = feed.address.drop { $0.isWhitespace }
        let hasScheme = address.contains("://") || address.lowercased().hasPrefix("feed:")
        guard hasScheme || startsWithHost(address), let url = try? FeedDiscovery.address(feed.address) else {
            return nil
        }
        return url.isFileURL ? nil : url
    }

    /// Whether a text without a scheme starts with a host: “javascript:1” and the file names “feed.xml” and “../a.xml”
    /// don't.
    private static func startsWithHost(_ text: Substring) -> Bool {
        let host = text.prefix { $0 != ":" && $0 != "/" }
        return host.contains(".") && host.first != "." && host.endIndex < text.endIndex
    }

    /// The feed that a configured source reads; nil if the source has no URL.
    static func feed(of source: SourceConfiguration) -> ListedFeed? {
        source.url("url").map { url in
            ListedFeed(
                title: source.text("title") ?? source.id.description, address: url.absoluteString,
                folders: folders(source.text("folder") ?? ""))
        }
    }

    /// Folders as one text, separated by slashes; a slash in a name is doubled.
    static func path(_ folders: [String]) -> String {
        folders.map { $0.replacing("/", with: "//") }.joined(separator: "/")
    }

    /// The folders in such a text.
    static func folders(_ path: String) -> [String] {
        let mark = "\u{0}"
        return path.replacing("//", with: mark).split(separator: "/")
            .compactMap { $0.replacing(mark, with: "/").trimmed }
    }
}
