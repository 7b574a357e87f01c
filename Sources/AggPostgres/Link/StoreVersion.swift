import AggStorage

/// The version of the tables on a server.
struct StoreVersion {
    /// The version of the tables that this version of agg creates; `readableFrom` is the oldest version that can read them.
    static let current = 1
    static let readableFrom = 1

    let version: Int
    let readableFrom: Int

    init(_ session: Session, _ schema: String) throws {
        guard let row = try session.rows("SELECT version, readable_from FROM \(schema).version").first else {
            throw ServerFault(state: "42P01", message: "there is no version")
        }
        (version, readableFrom) = (row.count(0), row.count(1))
    }

    /// Refuses tables of a newer version, unless they are only read and this version can read them.
    func check(writes: Bool, _ server: String) throws(StoreError) {
        guard version > Self.current else { return }
        if writes || readableFrom > Self.current { throw .newerVersion(file: server) }
    }
}
