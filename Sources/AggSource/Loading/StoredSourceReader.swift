public import Foundation

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
