import AggSource
import AggTesting
import Foundation
import Testing

@testable import FeedSource

struct FeedSourceTests {
    private func source(_ values: [String: ParameterValue] = [:]) throws -> FeedSource {
        let id = try #require(SourceID("news"))
        let whole: [String: ParameterValue] = ["url": .url(try url("https://example.org/feed"))]
        return try FeedSource(SourceConfiguration(id: id, kind: "feed", values: whole.merging(values) { $1 }))
    }

    @Test func `keeps items for ninety days by default`() throws {
        #expect(try source().policy.mode == .accumulate(keep: .seconds(90 * 86_400)))
        #expect(try source(["keep": .duration(.seconds(60))]).policy.mode == .accumulate(keep: .seconds(60)))
        #expect(try source(["keep_for": .duration(.seconds(5))]).policy.keepFor == .seconds(5))
    }

    @Test func `a change to the time that items are kept or to the folder does not affect the rows`() {
        #expect(FeedSource.parameters.filter { !$0.affectsRows }.map(\.name) == ["keep", "folder"])
    }

    @Test func `needs a URL`() throws {
        let id = try #require(SourceID("news"))
        #expect(throws: ConfigurationFaults.self) { try FeedSource(SourceConfiguration(id: id, kind: "feed")) }
    }

    @Test func `names records after the configured title`() async throws {
        let sink = BatchLog()
        let client = StubHTTPClient(.text(rss("<item><title>a</title></item>")))
        _ = try await source(["title": .text("Mine")]).fetcher(services(client)).fetch(since: nil, into: sink)
        #expect(await sink.records.first?.subtitle == "Mine")
    }

    @Test func `has a starter sample of readable items`() throws {
        let feed = try FeedDocument.parse(PackageResources.starter_json)
        #expect(feed.format == .essential)
        #expect(feed.items.count == 8)
        #expect(feed.skipped.isEmpty)
        #expect(Set(feedRecords(of: feed).map(\.key)).count == 8)
    }
}
