import AggSource
import Foundation

/// Finds the feed at a URL: the document itself, or one that the page there links to.
struct FeedDiscovery {
    let services: SourceServices

    func discover(_ text: String) async throws(SourceError) -> Discovery {
        let url = try Self.address(text)
        let response = try await answer(to: url)
        do {
            return Self.discovery(of: try response.feed(), at: response.permanentURL, isNamedByPage: false)
        } catch {
            let bytes = try response.body.collect(limit: FeedDocument.largest)
            // A web page must not choose files on this machine.
            let named = HTMLPage(bytes, charset: ContentType(response.headers).charset, from: response.url).feeds
                .filter { !$0.address.isFileURL || response.url.isFileURL }
            guard !named.isEmpty else { throw error }
            return try await firstFeed(of: named)
        }
    }

    /// Parses a URL as a person types it; `https` is assumed if it has no scheme.
    ///
    /// Feed readers also write `feed://HOST/…` for http, and `feed:https://…`.
    static func address(_ text: String) throws(SourceError) -> URL {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        var address = text
        if text.lowercased().hasPrefix("feed:") {
            address = String(text.dropFirst("feed:".count))
            if address.hasPrefix("//") { address = "http:\(address)" }
        }
        let url = URL(string: address.contains("://") ? address : "https://\(address)")
        let isServed = ["http", "https"].contains(url?.scheme?.lowercased()) && url?.host?.isEmpty == false
        guard let url, isServed || url.isFileURL else {
            throw .refused("“\(text)” is not the URL of a feed or web page")
        }
        return url
    }

    private func answer(to url: URL) async throws(SourceError) -> HTTPResponse {
        let response = try await services.send(FeedEndpoint.request(url))
        try response.requireSuccess(now: services.clock.now)
        return response
    }

    private func firstFeed(of named: [HTMLPage.NamedFeed]) async throws(SourceError) -> Discovery {
        var failure = SourceError.refused("the page does not link to a feed")
        for feed in named.prefix(5) {
            do throws(SourceError) {
                let response = try await answer(to: feed.address)
                return Self.discovery(of: try response.feed(), at: response.permanentURL, isNamedByPage: true)
            } catch {
                if error == .cancelled { throw error }
                failure = error
            }
        }
        throw failure
    }

    private static func discovery(of feed: ParsedFeed, at url: URL, isNamedByPage: Bool) -> Discovery {
        let newest = feed.items.compactMap { $0.published ?? $0.updated }.max()
        var findings = [
            "\(feed.format.rawValue): \(feed.title ?? "untitled feed")",
            "Items: \(feed.items.count)\(newest.map { ", newest from \($0.day)" } ?? "")",
            "Columns: \(FeedMapper.columns.map(\.column.name).joined(separator: ", "))",
        ]
        if isNamedByPage {
            findings.append("URL: \(Secrets.masked(url.absoluteString)), linked from the page")
        }
        return Discovery(
            findings: findings + feed.notes.map { "Note: \($0)" },
            id: FeedID.proposal(title: feed.title, address: url),
            values: ["url": url.absoluteString])
    }
}

/// Ids for feed sources.
enum FeedID {
    /// An id from the words of a title, or else from the host, such as `daring-fireball`.
    static func proposal(title: String?, address: URL) -> String {
        SourceID.proposal(for: title ?? "") ?? SourceID.proposal(for: address.host ?? "") ?? "feed"
    }
}
