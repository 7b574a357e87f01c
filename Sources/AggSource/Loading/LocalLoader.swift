public import Foundation

/// Reports what is stored for a source: the second loader in every fallback.
public struct LocalLoader: SourceLoader {
    private let stored: any StoredSourceReader
    private let keepFor: Duration?

    /// Creates a loader of stored rows; those older than `keepFor` are rejected.
    public init(_ stored: any StoredSourceReader, keepFor: Duration?) {
        self.stored = stored
        self.keepFor = keepFor
    }

    /// Checks what is stored.
    ///
    /// - Throws: `SourceError.nothingStored`, `.tooOld` if older than `keep_for`, `.store`, `.cancelled`.
    public func load() async throws(SourceError) -> LoadedSource {
        guard let rows = try await stored.read() else { throw .nothingStored }
        if let keepFor, rows.age > keepFor { throw .tooOld(age: rows.age) }
        return LoadedSource(origin: rows.origin, records: rows.records, fetchedAt: rows.fetchedAt)
    }
}

/// A source's view of the store, for its local loader: the number and age of its stored rows.
public protocol StoredSourceReader: Sendable {
    /// Reads what is stored now; nil if nothing was ever fetched.
    ///
    /// A starter sample is not stored data, nor is a failure recorded before the first fetch.
    ///
    /// - Throws: `SourceError.store` if the store cannot be read, `.cancelled`.
    func read() async throws(SourceError) -> StoredRows?
}

/// The stored rows of a source, as its local loader sees them.
public struct StoredRows: Hashable, Sendable {
    /// Where the rows came from.
    public let origin: Origin
    /// The number of rows.
    public let records: Int
    /// When the rows were last known to be current.
    public let fetchedAt: Date
    /// The time since then.
    public let age: Duration

    /// Creates the description of stored rows.
    public init(origin: Origin, records: Int, fetchedAt: Date, age: Duration) {
        self.origin = origin
        self.records = records
        self.fetchedAt = fetchedAt
        self.age = age
    }
}
