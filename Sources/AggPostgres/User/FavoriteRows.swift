import AggSearch
import AggSource
import AggStorage
import Foundation

/// The favorites of one person within a transaction.
struct FavoriteRows {
    let schema: String
    let session: Session
    /// The server's name in messages.
    let server: String

    /// The columns that `favorite` reads.
    static let columns = "source, key, kind, marked_at, snapshot, tags, note"
    private let own = "owner = current_user AND source = $1 AND left(key, 200) = left($2, 200) AND key = $2"

    /// Returns the statement for the addresses of all visible favorites.
    static func addressesSQL(_ schema: String) -> String {
        "SELECT source, key FROM \(schema).favorite WHERE owner = current_user OR shared ORDER BY source, key"
    }

    /// Returns the addresses in its result.
    static func addresses(_ rows: Rows) -> Set<RecordAddress> {
        Set(
            rows.map { row in
                SourceID(row.text(0)).map { RecordAddress(source: $0, key: row.text(1)) }
            }.compactMap(\.self))
    }

    func count() throws -> Int {
        try session.number("SELECT count(*) FROM \(schema).favorite WHERE owner = current_user") ?? 0
    }

    func isKept(_ address: RecordAddress) throws -> Bool {
        try session.number("SELECT 1 FROM \(schema).favorite WHERE \(own)", key(address)) != nil
    }

    func own(_ address: RecordAddress) throws -> Favorite? {
        try session.rows("SELECT \(Self.columns) FROM \(schema).favorite WHERE \(own)", key(address)).first
            .map { try Self.favorite($0, server) }
    }

    /// Returns all favorites, newest first; of those added at the same time, the last one stored is first.
    func all() throws -> [Favorite] {
        try session.rows(
            """
            SELECT \(Self.columns) FROM \(schema).favorite WHERE owner = current_user
            ORDER BY marked_at DESC, place DESC
            """
        ).map { try Self.favorite($0, server) }
    }

    /// Inserts favorites, oldest first.
    func insert(_ favorites: [Favorite]) throws {
        if favorites.isEmpty { return }
        let flags = { (isSet: (Favorite) -> Bool) in Value.texts(favorites.map { isSet($0) ? "t" : "f" }) }
        try session.rows(
            """
            INSERT INTO \(schema).favorite (source, key, kind, marked_at, snapshot, tags, note, shared)
            SELECT source, key, kind, marked_at, snapshot, tags, CASE WHEN has_note THEN note END, shared
            FROM unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::text[], $6::text[], $7::text[],
                $8::boolean[], $9::boolean[]) WITH ORDINALITY
                AS n (source, key, kind, marked_at, snapshot, tags, note, has_note, shared, place)
            ORDER BY n.place
            """,
            OwnRecords.values(favorites.map(\.address)) + [
                .texts(favorites.map(\.kind.description)), .decimals(favorites.map(\.addedAt.timeIntervalSince1970)),
                .texts(favorites.map { RecordSnapshot.text($0.record) }), .texts(favorites.map(Self.tags)),
                .texts(favorites.map { $0.note ?? "" }), flags { $0.note != nil },
                flags { $0.has(tag: Favorite.sharedTag) },
            ])
    }

    func update(_ favorite: Favorite) throws {
        try session.rows(
            "UPDATE \(schema).favorite SET tags = $3, note = $4, shared = $5 WHERE \(own)",
            key(favorite.address) + [
                .text(Self.tags(favorite)), Value(favorite.note), .flag(favorite.has(tag: Favorite.sharedTag)),
            ])
    }

    func remove(_ address: RecordAddress) throws {
        try session.rows("DELETE FROM \(schema).favorite WHERE \(own)", key(address))
    }

    func removeAll() throws {
        try session.rows("DELETE FROM \(schema).favorite WHERE owner = current_user")
    }

    /// Returns the favorite in a row that starts with `columns`.
    ///
    /// - Throws: `StoreError.server` if it is malformed.
    static func favorite(_ row: Rows.Row, _ server: String) throws -> Favorite {
        guard let source = SourceID(row.text(0)), let record = try? RecordSnapshot.record(row.text(4)),
            record.key == row.text(1), let tags = try? FieldsJSON.texts(JSONValue(parsing: row.text(5)))
        else {
            throw StoreError.server(
                code: "store_damaged",
                reason: "cannot read a favorite from \(row.text(0)) in the store on \(server)")
        }
        return Favorite(
            source: source, kind: SourceKind(row.text(2)), record: record,
            addedAt: Date(timeIntervalSince1970: row.decimal(3) ?? 0), tags: tags, note: row.optionalText(6))
    }

    private func key(_ address: RecordAddress) -> [Value] { [.text(address.source.description), .text(address.key)] }

    private static func tags(_ favorite: Favorite) -> String {
        String(decoding: FieldsJSON.bytes(favorite.tags), as: UTF8.self)
    }
}
