import AggSource
import Foundation

/// Converts listed feeds to configured sources and back.
enum OPMLDiscovery {
    /// Proposes sources with unique ids for listed feeds; those with an unsupported or repeated URL are to be skipped.
    static func discoveries(of feeds: [ListedFeed]) -> [Discovery] {
        var ids = DistinctNames(separator: "-")
        var seen: Set<URL> = []
        return feeds.map { feed in
            let name = feed.title ?? (feed.address.isEmpty ? "an entry without a title" : Secrets.masked(feed.address))
            guard let url = url(of: feed) else {
                return skipped(name, "“\(Secrets.masked(feed.address))” is not the URL of a feed")
            }
            guard seen.insert(url).inserted else { return skipped(name, "already in the list") }
            let id = ids.distinct(FeedID.proposal(title: feed.title, address: url))
            var values = ["url": url.absoluteString]
            values["title"] = feed.title
            if !feed.folders.isEmpty { values["folder"] = path(feed.folders) }
            let place = feed.folders.isEmpty ? "" : " (\(feed.folders.joined(separator: " / ")))"
            return Discovery(findings: ["\(feed.title ?? url.absoluteString)\(place)"], id: id, values: values)
        }
    }

    /// The part of a list that is missing because its document ends too early.
    static func rest(after fault: XMLFault) -> Discovery {
        skipped("the rest of the document", "not well-formed at line \(fault.line): \(fault.reason)")
    }

    private static func skipped(_ name: String, _ reason: String) -> Discovery {
        var discovery = Discovery(findings: [name], id: "", values: [:])
        discovery.skipReason = reason
        return discovery
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
