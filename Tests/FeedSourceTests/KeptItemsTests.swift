import AggCore
import AggSource
import AggStorage
import AggTesting
import Foundation
import Synchronization
import Testing

import FeedSource

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
        let store = InMemoryRecordStore()
        let days: [(day: Double, isConditional: Bool, keys: Set<String>)] = [
            (0, false, ["a", "b"]), (5, false, ["a", "b"]), (12, true, ["a", "b"]), (16, false, ["b"]),
            (20, true, ["b"]),
        ]
        for (day, isConditional, keys) in days {
            #expect(try await Self.keys(after: client, day, store) == keys, "day \(day)")
            let sent = try #require(client.requests.last)
            #expect((sent.validators != nil) == isConditional, "day \(day)")
        }
    }

    @Test func `a document that is cut off removes nothing`() async throws {
        let whole = Self.feed("a", "b")
        let client = StubHTTPClient(
            .text(whole), .text(String(whole.prefix(whole.count / 2 + 20))), .text(Self.feed("a")))
        let store = InMemoryRecordStore()
        #expect(try await Self.keys(after: client, 0, store) == ["a", "b"])
        #expect(try await Self.keys(after: client, 12, store) == ["a", "b"])
        #expect(try await Self.keys(after: client, 24, store) == ["a"])
    }

    @Test func `rows from when the source had another kind are no items`() async throws {
        let store = InMemoryRecordStore()
        let staging = await store.stage(try #require(SourceID("news")))
        _ = try await staging.write([Record(key: "1", title: "Lyon"), Record(key: "2", title: "Nice")])
        _ = try await staging.commit(
            RefreshCommit(
                origin: .remote, fingerprint: "cities\nurl=https://example.org/cities",
                fetchedAt: Date(timeIntervalSince1970: 1_700_000_000)))
        #expect(try await Self.keys(after: StubHTTPClient(.text(Self.feed("a"))), 1, store) == ["a"])
    }

    /// The keys stored after a refresh on a given day of a feed that keeps its items for ten days.
    private static func keys(
        after client: StubHTTPClient, _ day: Double, _ store: InMemoryRecordStore
    ) async throws -> Set<String> {
        let entry = SourceEntry(
            builtIn: "news", kind: FeedSource.kind, ["url": "https://example.org/feed", "keep": "10d"])
        let registry = try SourceRegistry(kinds: [FeedSource.self], entries: [entry])
        let source = try #require(registry.instances.first { $0.id.description == "news" })
        let clock = WallClock { Date(timeIntervalSince1970: 1_700_000_000 + day * 86_400) }
        let services = SourceServices(http: client, clock: clock)
        _ = try await registry.loader(for: source, services: services, store: store, isForced: false).load()
        return Set(try await store.list(source.id, limit: 9).map(\.key))
    }
}
