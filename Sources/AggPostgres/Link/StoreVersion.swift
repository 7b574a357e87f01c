import AggStorage

/// The version of the tables on a server.
struct StoreVersion {
    /// The version of the tables that this version of agg creates; `readableFrom` is the oldest version that can read them.
    static let current = 3
    static let readableFrom = 1

    let version: Int
    let readableFrom: Int

    init(_ session: Session, _ schema: String) throws {
        try self.init(session.rows(Self.sql(schema)))
    }

    /// Returns the statement whose result has the version.
    static func sql(_ schema: String) -> String { "SELECT version, readable_from FROM \(schema).version" }

    /// Creates the version in the result of `sql`.
    init(_ rows: Rows) throws {
        guard let row = rows.first else {
            throw ServerFault(state: "42P01", message: "the version table is empty")
        }
        (version, readableFrom) = (row.count(0), row.count(1))
    }

    /// Whether a newer version of agg made the tables, so that this one must not change them.
    var isNewer: Bool { version > Self.current }

    /// Refuses tables of an older version, and of a newer one unless they are only read and this version can read them.
    func check(writes: Bool, _ server: String) throws(StoreError) {
        guard version >= Self.current else {
            throw .server(
                code: "store_older_version",
                reason: "the store on \(server) was made by an older version of agg; its owner can upgrade it with "
                    + "“agg store init”")
        }
        guard isNewer else { return }
        if writes || readableFrom > Self.current { throw .newerVersion(file: server) }
    }
}
