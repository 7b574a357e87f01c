package import AggSource
import AggStorage

/// The decorator around every source: loads from the primary loader, or from the fallback if that fails.
///
/// It never hides a failure: the fallback's answer carries the primary's reason, and if the fallback fails too or has
/// no rows, the primary's error is thrown. A canceled load does not fall back.
package struct FallbackLoader: SourceLoader {
    private let primary: any SourceLoader
    private let fallback: any SourceLoader

    /// Creates a loader from a primary loader and a fallback.
    package init(primary: any SourceLoader, fallback: any SourceLoader) {
        self.primary = primary
        self.fallback = fallback
    }

    /// Loads from the primary loader, or else from the fallback.
    ///
    /// - Throws: The primary's error if the fallback fails too or has no rows; `.cancelled` if either was canceled.
    package func load() async throws(SourceError) -> LoadedSource {
        do {
            return try await primary.load()
        } catch .cancelled {
            throw .cancelled
        } catch let reason {
            var loaded: LoadedSource
            do {
                loaded = try await fallback.load()
            } catch {
                throw error == .cancelled ? .cancelled : reason
            }
            // A source that was empty has nothing to show either.
            guard loaded.records > 0 else { throw reason }
            loaded.fallbackReason = reason
            return loaded
        }
    }
}

/// Reads what a record store holds for one source.
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
    /// The source's own loader of its stored rows.
    func localLoader(_ store: any RefreshStore, clock: WallClock) -> any SourceLoader {
        dataSource.localLoader(RecordStoreReader(store: store, source: id, clock: clock))
    }
}
