import AggSource
import AggStorage

/// Reads what a record store holds of one source.
struct RecordStoreReader: StoredSourceReader {
    let store: any RefreshStore
    let source: SourceID
    let clock: WallClock

    func read() async throws(SourceError) -> StoredRows? {
        let stored: StoredSource?
        do { stored = try await store.state(of: source) } catch { throw SourceError(error) }
        guard let stored, stored.origin != .starter, let fetchedAt = stored.fetchedAt else { return nil }
        return StoredRows(
            origin: stored.origin, records: stored.records, fetchedAt: fetchedAt,
            age: Age.since(fetchedAt, now: clock.now))
    }
}

extension SourceInstance {
    /// The source's own loader of what the store holds.
    func localLoader(_ store: any RefreshStore, clock: WallClock) -> any SourceLoader {
        dataSource.localLoader(RecordStoreReader(store: store, source: id, clock: clock))
    }
}
