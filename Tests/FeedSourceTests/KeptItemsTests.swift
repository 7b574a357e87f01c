import AggCore
import AggSource
import AggStorage
import AggTesting
import Foundation
import Synchronization
import Testing

@testable import FeedSource

/// How long a feed keeps items that it no longer has.
struct KeptItemsTests {
    private static func feed(_ ids: String...) -> String {
        rss(ids.map { "<item><guid>\($0)</guid><title>\($0)</title></item>" }.joined())
    }

    @Test func `an item is removed once it has been gone for long enough, even if the feed is unchanged`() async throws
    {
        let tagged: HTTPHeaders = ["ETag": "\"2\""]
        let client = StubHTTPClient(
            .text(Self.feed("a", "b")), .text(Self.feed("b"), headers: tagged), .status(304),
            .text(Self.feed("b"), headers: tagged), .status(304))
        let entry = SourceEntry(
            builtIn: "news", kind: FeedSource.kind, ["url": "https://example.org/feed", "keep": "10d"])
        let registry = try SourceRegistry(kinds: [FeedSource.self], entries: [entry])
        let source = try #require(registry.instances.first { $0.id.description == "news" })
        let store = InMemoryRecordStore()
        let start = Date(timeIntervalSince1970: 1_700_000_000)
        let days: [(day: Double, isConditional: Bool, keys: Set<String>)] = [
            (0, false, ["a", "b"]), (5, false, ["a", "b"]), (12, true, ["a", "b"]), (16, false, ["b"]),
            (20, true, ["b"]),
        ]
        for (day, isConditional, keys) in days {
            let clock = WallClock { start + day * 86_400 }
            let services = SourceServices(http: client, clock: clock)
            let loader = registry.loader(for: source, services: services, store: store, isForced: false)
            _ = try await loader.load()
            #expect(Set(try await store.list(source.id, limit: 9).map(\.key)) == keys, "day \(day)")
            let sent = try #require(client.requests.last)
            #expect((sent.validators != nil) == isConditional, "day \(day)")
        }
    }
}
