/// Says what the store holds of a source: the second of the two loaders under every fallback.
public struct LocalLoader: SourceLoader {
    private let id: SourceID
    private let store: any RecordStore
    private let keepFor: Duration?
    private let clock: WallClock

    /// Makes a loader over the store.
    public init(id: SourceID, store: any RecordStore, keepFor: Duration?, clock: WallClock) {
        self.id = id
        self.store = store
        self.keepFor = keepFor
        self.clock = clock
    }

    /// Looks at what is stored.
    ///
    /// A starter sample is no stored data, and neither is a failure that was noted before anything was fetched.
    ///
    /// - Throws: `SourceError.nothingStored`, `.tooOld` past `keep_for`, `.store`, `.cancelled`.
    public func load() async throws(SourceError) -> LoadedSource {
        let stored: StoredSource?
        do { stored = try await store.state(of: id) } catch { throw error == .cancelled ? .cancelled : .store(error) }
        guard let stored, stored.origin != .starter, stored.fetchedAt != nil else { throw .nothingStored }
        if let keepFor, let age = stored.age(at: clock.now), age > keepFor { throw .tooOld(age: age) }
        return LoadedSource(origin: stored.origin, records: stored.records, fetchedAt: stored.fetchedAt)
    }
}
