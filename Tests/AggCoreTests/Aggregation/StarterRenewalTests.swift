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
        _ = try await sources(in: store).prepareStarters()
        return await store.list(source.id, where: .always, order: .bestKnown, limit: 9).map(\.title)
    }

    private func sources(in store: any RecordStore) -> Aggregator {
        Aggregator(
            registry: registry, store: store, users: InMemoryUserStore(),
            services: SourceServices(http: StubHTTPClient([:])))
    }

    @Test func `replaces a sample that another mapping version created`() async throws {
        #expect(try await titles(storedAs: .starter, mappingVersion: 0).contains("Old") == false)
        #expect(try await titles(storedAs: .starter, mappingVersion: 1) == ["Old"])
    }

    @Test func `keeps fetched rows of any mapping version`() async throws {
        #expect(try await titles(storedAs: .remote, mappingVersion: 0) == ["Old"])
    }

    @Test func `a sample stored by a run with a simulation is an ordinary one`() async throws {
        let simulated = try SourceRegistry(
            kinds: [NumbersSource.self], entries: [], simulation: Simulation(errorRate: 0))
        _ = try await Aggregator(
            registry: simulated, store: store, users: InMemoryUserStore(),
            services: SourceServices(http: StubHTTPClient([:]))
        ).prepareStarters()
        let status = try #require(await sources(in: store).statuses().first)
        #expect(status.origin == .starter && status.reason == nil)
    }

    @Test func `stores a sample only over what was not fetched`() async throws {
        let store = SpyRecordStore()
        _ = try await sources(in: store).prepareStarters()
        guard case .committed(let commit) = store.events.last else {
            Issue.record("nothing was committed")
            return
        }
        #expect(commit.basis == StoredSource.nothing)
    }

    @Test(arguments: [StoreError.full(file: "m"), .locked(file: "m"), .readOnly(file: "m")])
    func `says why an empty store lacks the sample of a source`(error: StoreError) async throws {
        let store = SpyRecordStore()
        store.failWrites(with: error)
        let aggregator = sources(in: store)
        #expect(try await aggregator.prepareStarters() == SourceError(error))
        let status = try #require(try await aggregator.statuses().first)
        #expect(status.lacksSample)
        #expect(status.reason == error.reason)
    }

    @Test func `an empty store that others fill is empty, not broken`() async throws {
        let store = SpyRecordStore()
        let error = StoreError.readOnly(file: "m")
        store.failWrites(with: error)
        let aggregator = sources(in: store)
        #expect(try await aggregator.prepareStarters(isShared: true) == SourceError(error))
        let status = try #require(try await aggregator.statuses().first)
        #expect(!status.lacksSample && status.reason == "nothing is stored")
    }

    @Test func `a read-only store with rows may lack a sample`() async throws {
        let other = try #require(SourceID("other"))
        let store = SpyRecordStore([other: StoredSource(origin: .remote, records: 1)])
        store.failWrites(with: .readOnly(file: "m"))
        let aggregator = sources(in: store)
        #expect(try await aggregator.prepareStarters() == nil)
        #expect(try await aggregator.statuses().map(\.lacksSample) == [false])
    }
}
