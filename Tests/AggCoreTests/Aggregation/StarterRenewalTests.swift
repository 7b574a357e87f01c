import AggTesting
import Foundation
import Testing

import AggCore
import AggSearch
import AggSource
import AggStorage

/// Which samples are stored at startup.
struct StarterRenewalTests {
    private let store = InMemoryRecordStore()
    private let registry: SourceRegistry
    private let source: SourceInstance

    init() throws {
        registry = try SourceRegistry(kinds: [NumbersSource.self])
        source = try #require(registry.instances.first)
    }

    /// Returns the titles after a start with one stored record.
    private func titles(storedAs origin: Origin, mappingVersion: Int) async throws -> [String] {
        let staging = await store.stage(source.id)
        _ = try await staging.write([Record(key: "old", title: "Old")])
        _ = try await staging.commit(
            RefreshCommit(
                origin: origin, fingerprint: source.fingerprint, mappingVersion: mappingVersion,
                fetchedAt: origin == .starter ? nil : Date(timeIntervalSince1970: 0), acceptsLoss: true))
        let aggregator = Aggregator(
            registry: registry, store: store, users: InMemoryUserStore(),
            services: SourceServices(http: StubHTTPClient([:])))
        _ = try await aggregator.prepareStarters()
        return await store.list(source.id, where: .always, order: .bestKnown, limit: 9).map(\.title)
    }

    @Test func `replaces a sample that another mapping version created`() async throws {
        #expect(try await titles(storedAs: .starter, mappingVersion: 0).contains("Old") == false)
        #expect(try await titles(storedAs: .starter, mappingVersion: 1) == ["Old"])
    }

    @Test func `keeps fetched rows of any mapping version`() async throws {
        #expect(try await titles(storedAs: .remote, mappingVersion: 0) == ["Old"])
    }
}
