import AggSearch
import AggSource
import AggStorage
import Foundation
import GRDB

/// Favorites as rows in the user file.
enum FavoriteRow {
    /// The columns of a favorite in the first version of the schema.
    static let firstColumns = "source, key, kind, marked_at, snapshot, '[]', NULL"
    /// The columns of a favorite.
    static let columns = "source, key, kind, marked_at, snapshot, tags, note"

    /// All favorites, newest first; of those added at the same time, the last one stored is first.
    static func all(_ db: Database, _ path: String) throws -> [Favorite] {
        var favorites: [Favorite] = []
        try db.forEachRow("SELECT \(columns) FROM favorite ORDER BY marked_at DESC, place DESC") { row in
            guard let favorite = favorite(row) else {
                throw StoreError.damaged(file: path, detail: "cannot read a favorite from \(row.text(0))")
            }
            favorites.append(favorite)
            return true
        }
        return favorites
    }

    /// The favorite in a row with these columns; nil if it is malformed.
    static func favorite(_ row: borrowing PreparedStatement) -> Favorite? {
        guard let source = row.validText(0).flatMap(SourceID.init), let key = row.validText(1),
            let kind = row.validText(2), let snapshot = row.validText(4),
            let record = try? RecordSnapshot.record(snapshot), record.key == key, let tags = row.validText(5),
            let tags = try? FieldsJSON.texts(JSONValue(parsing: tags)), row.isNull(6) || row.validText(6) != nil
        else { return nil }
        return Favorite(
            source: source, kind: SourceKind(kind), record: record,
            addedAt: row.date(3), tags: tags, note: row.validText(6))
    }

    /// The favorite at an address; nil if there is none, or if it is malformed.
    static func find(_ address: RecordAddress, _ db: Database) throws -> Favorite? {
        var found: Favorite?
        try db.forEachRow("SELECT \(columns) FROM favorite WHERE source = ?1 AND key = ?2", key(address)) { row in
            found = favorite(row)
            return false
        }
        return found
    }

    static func isKept(_ address: RecordAddress, _ db: Database) throws -> Bool {
        try db.integer("SELECT 1 FROM favorite WHERE source = ?1 AND key = ?2", key(address)) != nil
    }

    static func insert(_ favorite: Favorite, _ db: Database) throws {
        try db.run(
            """
            INSERT INTO favorite (source, key, kind, marked_at, snapshot, tags, note)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """,
            key(favorite.address) + [
                .text(favorite.kind.description), .decimal(favorite.addedAt.timeIntervalSince1970),
                .text(RecordSnapshot.text(favorite.record)), .text(tags(favorite)), SQLValue(favorite.note),
            ])
    }

    /// Writes the tags and the note.
    static func update(_ favorite: Favorite, _ db: Database) throws {
        try db.run(
            "UPDATE favorite SET tags = ?3, note = ?4 WHERE source = ?1 AND key = ?2",
            key(favorite.address) + [.text(tags(favorite)), SQLValue(favorite.note)])
    }

    /// The values for `source` and `key`.
    static func key(_ address: RecordAddress) -> [SQLValue] {
        [.text(address.source.description), .text(address.key)]
    }

    private static func tags(_ favorite: Favorite) -> String {
        String(decoding: FieldsJSON.bytes(favorite.tags), as: UTF8.self)
    }
}
