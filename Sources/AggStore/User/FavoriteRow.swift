import AggCore
import Foundation
import GRDB

/// Favorites as rows of the user file.
enum FavoriteRow {
    /// All favorites, the newest first.
    static func all(_ db: Database, _ path: String) throws -> [Favorite] {
        var favorites: [Favorite] = []
        let sql = "SELECT source, kind, marked_at, snapshot, tags, note FROM favorite ORDER BY place DESC"
        try db.forEachRow(sql) { row in
            guard let source = SourceID(row.text(0)), let record = try? RecordSnapshot.record(row.text(3)),
                let tags = try? FieldsJSON.texts(JSONValue(parsing: row.text(4)))
            else { throw StoreError.damaged(file: path, detail: "the favorite \(row.text(0)) cannot be read") }
            favorites.append(
                Favorite(
                    source: source, kind: SourceKind(row.text(1)), record: record,
                    markedAt: Date(timeIntervalSince1970: row.decimal(2) ?? 0), tags: tags, note: row.optionalText(5)))
            return true
        }
        return favorites
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
                .text(favorite.kind.description), .decimal(favorite.markedAt.timeIntervalSince1970),
                .text(RecordSnapshot.text(favorite.record)), .text(tags(favorite)), SQLValue(favorite.note),
            ])
    }

    /// Writes the tags and the note.
    static func update(_ favorite: Favorite, _ db: Database) throws {
        try db.run(
            "UPDATE favorite SET tags = ?3, note = ?4 WHERE source = ?1 AND key = ?2",
            key(favorite.address) + [.text(tags(favorite)), SQLValue(favorite.note)])
    }

    private static func key(_ address: RecordAddress) -> [SQLValue] {
        [.text(address.source.description), .text(address.key)]
    }

    private static func tags(_ favorite: Favorite) -> String {
        String(decoding: FieldsJSON.bytes(favorite.tags), as: UTF8.self)
    }
}
