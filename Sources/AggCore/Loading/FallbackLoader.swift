package import AggSource
import AggStorage

/// The decorator every source gets: asks the primary loader, and serves what the fallback holds when that fails.
///
/// It never hides: the answer of the fallback carries the primary's reason, and when the fallback has nothing either,
/// the primary's error is the error. A cancelled load does not fall back.
package struct FallbackLoader: SourceLoader {
    private let primary: any SourceLoader
    private let fallback: any SourceLoader

    /// Makes a loader of two.
    package init(primary: any SourceLoader, fallback: any SourceLoader) {
        self.primary = primary
        self.fallback = fallback
    }

    /// Loads from the primary, else from the fallback.
    ///
    /// - Throws: The primary's error when the fallback fails too; `.cancelled` when either of them was.
    package func load() async throws(SourceError) -> LoadedSource {
        do {
            return try await primary.load()
        } catch .cancelled {
            throw .cancelled
        } catch let reason {
            do {
                var loaded = try await fallback.load()
                loaded.fallbackReason = reason
                return loaded
            } catch {
                throw error == .cancelled ? .cancelled : reason
            }
        }
    }
}

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
