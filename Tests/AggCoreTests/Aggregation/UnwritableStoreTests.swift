import AggTesting
import Foundation
import Testing

import AggCore
import AggSource
import AggStorage

/// What a refresh says about rows if the store could not be written to.
struct UnwritableStoreTests {
    private static let errors = [
        StoreError.server(code: StoreError.readOnlyCode, reason: "you may not"),
        .server(code: StoreError.unreachableCode, reason: "the server is away"),
    ]

    @Test(arguments: errors)
    func `rows become stale only if newer ones were requested`(error: StoreError) async throws {
        let registry = try SourceRegistry(kinds: [NumbersSource.self])
        let source = try #require(registry.instances.first)
        let now = Date(timeIntervalSince1970: 1_795_000_000)
        let store = SpyRecordStore([
            source.id: StoredSource(
                origin: .remote, records: 1, fetchedAt: now, fingerprint: source.fingerprint,
                mappingVersion: source.dataSource.mappingVersion)
        ])
        store.failWrites(with: error)
        let aggregator = Aggregator(
            registry: registry, store: store, users: InMemoryUserStore(),
            services: SourceServices(http: StubHTTPClient(.text("[1, 2]")), clock: WallClock { now }, maxWait: .zero))
        var outcomes: [RefreshOutcome] = []
        for await event in aggregator.refresh([source]) {
            if case .finished(let outcome) = event { outcomes.append(outcome) }
        }
        #expect(outcomes.map(\.error) == [SourceError(error)])
        var status = try #require(try await aggregator.statuses().first)
        #expect(!status.isStale && status.reason == nil)
        aggregator.noteUnrefreshed(outcomes)
        status = try #require(try await aggregator.statuses().first)
        #expect(status.isStale && status.reason == error.reason)
    }
}
