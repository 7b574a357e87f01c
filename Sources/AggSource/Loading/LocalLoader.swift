/// Reports what is stored of a source: the second of the two loaders under every fallback.
public struct LocalLoader: SourceLoader {
    private let stored: any StoredSourceReader
    private let keepFor: Duration?

    /// Creates a loader of what is stored; rows older than `keepFor` are not served.
    public init(_ stored: any StoredSourceReader, keepFor: Duration?) {
        self.stored = stored
        self.keepFor = keepFor
    }

    /// Looks at what is stored.
    ///
    /// - Throws: `SourceError.nothingStored`, `.tooOld` past `keep_for`, `.store`, `.cancelled`.
    public func load() async throws(SourceError) -> LoadedSource {
        guard let rows = try await stored.read() else { throw .nothingStored }
        if let keepFor, rows.age > keepFor { throw .tooOld(age: rows.age) }
        return LoadedSource(origin: rows.origin, records: rows.records, fetchedAt: rows.fetchedAt)
    }
}
