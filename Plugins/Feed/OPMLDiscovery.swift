import AggSource
import Foundation

/// Listed feeds as configured sources and back.
enum OPMLDiscovery {
    /// Proposes sources for listed feeds, their ids unique among them; those whose address is not served are left out.
    static func discoveries(of feeds: [ListedFeed]) -> [Discovery] {
        var used: Set<String> = []
        return feeds.compactMap { feed in
            guard let url = try? FeedDiscovery.address(feed.address) else { return nil }
            let proposal = FeedID.proposal(title: feed.title, address: url)
            var id = proposal
            var number = 2
            while !used.insert(id).inserted {
                id = "\(proposal)-\(number)"
                number += 1
            }
            var values = ["url": url.absoluteString]
            values["title"] = feed.title
            if !feed.folders.isEmpty { values["folder"] = path(feed.folders) }
            let place = feed.folders.isEmpty ? "" : " (\(feed.folders.joined(separator: " / ")))"
            return Discovery(findings: ["\(feed.title ?? url.absoluteString)\(place)"], id: id, values: values)
        }
    }

    /// The feed of a configured source; nil where it has no address.
    static func feed(of source: SourceConfiguration) -> ListedFeed? {
        source.url("url").map { url in
            ListedFeed(
                title: source.text("title") ?? source.id.description, address: url.absoluteString,
                folders: folders(source.text("folder") ?? ""))
        }
    }

    /// Folders as one text, parted by slashes; a slash in a name is doubled.
    static func path(_ folders: [String]) -> String {
        folders.map { $0.replacing("/", with: "//") }.joined(separator: "/")
    }

    /// The folders of such a text.
    static func folders(_ path: String) -> [String] {
        let mark = "\u{0}"
        return path.replacing("//", with: mark).split(separator: "/")
            .compactMap { $0.replacing(mark, with: "/").trimmed }
    }
}
