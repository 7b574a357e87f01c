public import Foundation

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

/// All that a source's local loader sees of the store: how many rows of that source are stored, and how old they are.
public protocol StoredSourceReader: Sendable {
    /// Reads what is stored now; nil if nothing was ever fetched.
    ///
    /// A starter sample is not stored data, and neither is a failure that was noted before the first fetch.
    ///
    /// - Throws: `SourceError.store` if the store cannot be read, `.cancelled`.
    func read() async throws(SourceError) -> StoredRows?
}

/// The rows of one source as its local loader sees them.
public struct StoredRows: Hashable, Sendable {
    /// Where the rows came from.
    public let origin: Origin
    /// The number of rows.
    public let records: Int
    /// When the rows were last known to be right.
    public let fetchedAt: Date
    /// How long ago that is.
    public let age: Duration

    /// Creates the description of stored rows.
    public init(origin: Origin, records: Int, fetchedAt: Date, age: Duration) {
        self.origin = origin
        self.records = records
        self.fetchedAt = fetchedAt
        self.age = age
    }
}
