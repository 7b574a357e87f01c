import AggSearch
import AggSource
import AggStorage
import Foundation

/// The favorites, settings, and saved searches of a server's user.
///
/// A favorite with the tag `shared` is visible to everyone; only its owner can change it.
struct PostgresUserStore: UserStore {
    let server: Server

    private var schema: String { server.schema }
    private static let columns = "source, key, kind, marked_at, snapshot, tags, note"
    /// The visible favorites; a person's own takes precedence over those that others share of the same record.
    private var visible: String {
        """
        (SELECT DISTINCT ON (source, key) *, owner = current_user AS is_own FROM \(schema).favorite
            WHERE owner = current_user OR shared ORDER BY source, key, owner = current_user DESC, place) f
        """
    }

    /// Returns all visible favorites, newest first: a person's own and those that others share.
    func favorites() async throws(StoreError) -> [Favorite] {
        let sql = "SELECT \(Self.columns) FROM \(visible) ORDER BY place DESC"
        let name = server.address.name
        return try await server.readOnce(fromPrimary: true) { session in
            try session.rows(sql).map { row in
                guard let favorite = Self.favorite(row) else {
                    throw StoreError.damaged(file: name, detail: "cannot read the favorite of \(row.text(0))")
                }
                return favorite
            }
        }
    }

    /// Returns the addresses of all visible favorites.
    func favoriteAddresses() async throws(StoreError) -> Set<RecordAddress> {
        let sql = "SELECT source, key FROM \(schema).favorite WHERE owner = current_user OR shared"
        return try await server.readOnce(fromPrimary: true) { session in
            Set(
                try session.rows(sql).map { row in
                    SourceID(row.text(0)).map { RecordAddress(source: $0, key: row.text(1)) }
                }.compactMap(\.self))
        }
    }

    /// Adds a favorite; an existing one keeps its time and position.
    func addFavorite(_ favorite: Favorite, limit: Int) async throws(StoreError) -> FavoriteChange {
        try await change { rows in
            let count = try rows.count()
            if try rows.isKept(favorite.address) { return FavoriteChange(didChange: false, count: count) }
            if count >= limit { throw StoreError.favoritesFull(limit: limit) }
            try rows.insert(favorite)
            return FavoriteChange(didChange: true, count: count + 1)
        }
    }

    /// Changes the tags and the note of a favorite.
    func editFavorite(_ address: RecordAddress, _ edit: FavoriteEdit) async throws(StoreError) -> Favorite? {
        try await change { rows in
            guard var favorite = try rows.own(address) else { return nil }
            edit.apply(to: &favorite)
            try rows.update(favorite)
            return favorite
        }
    }

    /// Adds favorites with their original times.
    func importFavorites(_ favorites: [Favorite], limit: Int) async throws(StoreError) -> FavoriteImport {
        try await change { rows in
            var report = FavoriteImport()
            var count = try rows.count()
            for favorite in favorites.reversed() {
                if try rows.isKept(favorite.address) {
                    report.known += 1
                } else if count >= limit {
                    report.refused += 1
                } else {
                    try rows.insert(favorite)
                    count += 1
                    report.added += 1
                }
            }
            return report
        }
    }

    /// Removes a favorite.
    func removeFavorite(_ address: RecordAddress) async throws(StoreError) -> FavoriteChange {
        try await change { rows in
            let removed = try rows.remove(address)
            return FavoriteChange(didChange: removed, count: try rows.count())
        }
    }

    /// Returns the saved settings, by name.
    func keptSettings() async throws(StoreError) -> [String: String] {
        let sql = "SELECT name, value FROM \(schema).setting WHERE owner = current_user"
        return try await server.readOnce(fromPrimary: true) { session in
            Dictionary(try session.rows(sql).map { ($0.text(0), $0.text(1)) }, uniquingKeysWith: { $1 })
        }
    }

    /// Saves a setting; nil removes it.
    func keepSetting(_ name: String, _ value: String?) async throws(StoreError) {
        let schema = schema
        try await server.write { session in
            guard let value else {
                try session.rows(
                    "DELETE FROM \(schema).setting WHERE owner = current_user AND name = $1", [.text(name)])
                return
            }
            try session.rows(
                """
                INSERT INTO \(schema).setting (name, value) VALUES ($1, $2)
                ON CONFLICT (owner, name) DO UPDATE SET value = excluded.value
                """, [.text(name), .text(value)])
        }
    }

    /// Returns the saved searches, ordered by name.
    func savedSearches() async throws(StoreError) -> [SavedSearch] {
        let sql = "SELECT name, line FROM \(schema).saved_search WHERE owner = current_user ORDER BY name"
        return try await server.readOnce(fromPrimary: true) { session in
            try session.rows(sql).map { SavedSearch(name: $0.text(0), line: $0.text(1)) }
        }
    }

    /// Saves a search, replacing an existing one with the same name.
    func saveSearch(_ search: SavedSearch) async throws(StoreError) -> Bool {
        let schema = schema
        return try await server.write { session in
            let known = try session.rows(
                "UPDATE \(schema).saved_search SET line = $2 WHERE owner = current_user AND name = $1",
                [.text(search.name), .text(search.line)]
            ).changed
            if known > 0 { return false }
            try session.rows(
                """
                INSERT INTO \(schema).saved_search (name, line) VALUES ($1, $2)
                ON CONFLICT (owner, name) DO UPDATE SET line = excluded.line
                """, [.text(search.name), .text(search.line)])
            return true
        }
    }

    /// Removes a saved search.
    func removeSearch(_ name: String) async throws(StoreError) -> Bool {
        let schema = schema
        return try await server.write { session in
            try session.rows(
                "DELETE FROM \(schema).saved_search WHERE owner = current_user AND name = $1", [.text(name)]
            ).changed > 0
        }
    }

    /// Changes a person's favorites in one transaction, one process at a time, to enforce the limit.
    private func change<Result: Sendable>(
        _ work: @escaping @Sendable (FavoriteRows) throws -> Result
    ) async throws(StoreError) -> Result {
        let schema = schema
        return try await server.write { session in
            try session.rows("SELECT pg_advisory_xact_lock(hashtext($1), hashtext(current_user))", [.text(schema)])
            return try work(FavoriteRows(schema: schema, session: session))
        }
    }

    /// Returns the favorite in a row; nil if it is malformed.
    fileprivate static func favorite(_ row: Rows.Row) -> Favorite? {
        guard let source = SourceID(row.text(0)), let record = try? RecordSnapshot.record(row.text(4)),
            record.key == row.text(1), let tags = try? FieldsJSON.texts(JSONValue(parsing: row.text(5)))
        else { return nil }
        return Favorite(
            source: source, kind: SourceKind(row.text(2)), record: record,
            addedAt: Date(timeIntervalSince1970: row.decimal(3) ?? 0), tags: tags, note: row.optionalText(6))
    }
}

/// The favorites of one person within a transaction.
private struct FavoriteRows {
    let schema: String
    let session: Session

    private let own = "owner = current_user AND source = $1 AND left(key, 200) = left($2, 200) AND key = $2"

    func count() throws -> Int {
        try session.number("SELECT count(*) FROM \(schema).favorite WHERE owner = current_user") ?? 0
    }

    func isKept(_ address: RecordAddress) throws -> Bool {
        try session.number("SELECT 1 FROM \(schema).favorite WHERE \(own)", key(address)) != nil
    }

    func own(_ address: RecordAddress) throws -> Favorite? {
        try session.rows(
            "SELECT source, key, kind, marked_at, snapshot, tags, note FROM \(schema).favorite WHERE \(own)",
            key(address)
        ).first.flatMap(PostgresUserStore.favorite)
    }

    func insert(_ favorite: Favorite) throws {
        try session.rows(
            """
            INSERT INTO \(schema).favorite (source, key, kind, marked_at, snapshot, tags, note, shared)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            """,
            key(favorite.address) + [
                .text(favorite.kind.description), .decimal(favorite.addedAt.timeIntervalSince1970),
                .text(RecordSnapshot.text(favorite.record)), .text(tags(favorite)), Value(favorite.note),
                .flag(favorite.has(tag: Favorite.sharedTag)),
            ])
    }

    func update(_ favorite: Favorite) throws {
        try session.rows(
            "UPDATE \(schema).favorite SET tags = $3, note = $4, shared = $5 WHERE \(own)",
            key(favorite.address) + [
                .text(tags(favorite)), Value(favorite.note), .flag(favorite.has(tag: Favorite.sharedTag)),
            ])
    }

    func remove(_ address: RecordAddress) throws -> Bool {
        try session.rows("DELETE FROM \(schema).favorite WHERE \(own)", key(address)).changed > 0
    }

    private func key(_ address: RecordAddress) -> [Value] { [.text(address.source.description), .text(address.key)] }

    private func tags(_ favorite: Favorite) -> String {
        String(decoding: FieldsJSON.bytes(favorite.tags), as: UTF8.self)
    }
}
