import AggCore
import AggSource
import AggStorage
import AggTesting
import Foundation
import Testing

/// The loader that a registry creates for a source, with the test's own fetcher and store.
struct LoaderFixture {
    let registry: SourceRegistry
    let instance: SourceInstance
    let now = Date(timeIntervalSince1970: 1_000_000)
    var stored: StoredSource?
    var fetcher = StubFetcher { _, _ in .complete(FetchSummary()) }

    init() throws {
        registry = try SourceRegistry(kinds: [ShelfSource.self])
        instance = try #require(registry.instances.first)
    }

    /// Returns the state of rows with the current configuration and mapping.
    func current(_ state: FetchState? = FetchState(["etag": "1"])) -> StoredSource {
        StoredSource(
            origin: .remote, records: 4, fetchedAt: now - 60, fetchState: state, fingerprint: instance.fingerprint,
            mappingVersion: 3)
    }

    func store() -> SpyRecordStore {
        SpyRecordStore(stored.map { [instance.id: $0] } ?? [:])
    }

    /// Stages a row as another process does.
    ///
    /// - Returns: What commits it, also in the middle of a load.
    func stageElsewhere(
        _ etag: String, in store: InMemoryRecordStore
    ) async throws -> @Sendable () async throws(SourceError) -> Void {
        let staging = await store.stage(instance.id)
        _ = try await staging.write([Record(key: etag, title: "Row \(etag)")])
        let commit = RefreshCommit(
            origin: .remote, state: FetchState(["etag": etag]), fingerprint: instance.fingerprint, mappingVersion: 3,
            fetchedAt: now)
        return { () async throws(SourceError) in _ = try await staging.commit(as: commit) }
    }

    func load(
        from store: any RefreshStore, isForced: Bool = false, progress: ProgressReporter = .silent
    ) async throws(SourceError) -> LoadedSource {
        let services = SourceServices(
            http: FetcherClient(fetcher: fetcher), clock: WallClock { now }, progress: progress)
        return try await registry.loader(for: instance, services: services, store: store, isForced: isForced).load()
    }
}
