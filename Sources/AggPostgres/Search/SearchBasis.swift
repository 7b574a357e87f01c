import AggSearch
import AggSource
import AggStorage
import Synchronization

/// What the last search of this process was based on.
final class LastBasis: Sendable {
    private let value = Mutex<SearchBasis?>(nil)

    /// The basis; nil before the first search.
    var basis: SearchBasis? {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}

/// What a search is based on: the visible favorites and the rows of all sources.
struct SearchBasis: Sendable {
    private(set) var favorites: Set<RecordAddress> = []
    private(set) var sources: [SourceID: SourceRow] = [:]
    /// The results that change with them.
    private var bytes: (favorites: [UInt8], sources: [UInt8]) = ([], [])

    var states: [SourceID: StoredSource] { sources.mapValues(\.state) }

    /// Returns the last basis of a search, which the transaction's first statements check, or else the one stored.
    ///
    /// So a search usually takes a single round trip to the server.
    static func read(_ last: LastBasis, _ schema: String, _ session: Session) throws -> SearchBasis {
        if !session.readsSources, let known = last.basis {
            try known.check(schema, session)
            return known
        }
        var basis = SearchBasis()
        try session.postpone(FavoriteRows.addressesSQL(schema)) { rows in
            basis.favorites = FavoriteRows.addresses(rows)
            basis.bytes.favorites = rows.bytes
        }
        try session.postpone(SourceRow.allSQL(schema)) { rows in
            basis.sources = try SourceRow.byID(rows)
        }
        try session.postpone(SourceRow.versionsSQL(schema)) { rows in
            basis.bytes.sources = rows.bytes
        }
        try session.runPostponed()
        last.basis = basis
        return basis
    }

    /// Checks with the next statement whether this is still what the server has.
    func check(_ schema: String, _ session: Session) throws {
        try session.postpone(FavoriteRows.addressesSQL(schema)) { [bytes] rows in
            guard rows.bytes == bytes.favorites else { throw OutdatedSources() }
        }
        try session.postpone(SourceRow.versionsSQL(schema)) { [bytes] rows in
            guard rows.bytes == bytes.sources else { throw OutdatedSources() }
        }
    }
}
