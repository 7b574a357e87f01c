import AggSearch
import AggSource
import AggStorage
import Foundation
import GRDB

/// The histories of favorites as rows in the user file.
enum FavoriteHistoryRow {
    /// The history of every record that is or was a favorite.
    static func all(_ db: Database, _ path: String) throws -> [RecordAddress: FavoriteHistory] {
        let favorites = try FavoriteRow.all(db, path)
        let known = Dictionary(favorites.map { ($0.address, $0) }, uniquingKeysWith: { $1 })
        var histories = known.mapValues { FavoriteHistory($0) }
        try db.forEachRow("SELECT source, key, history FROM favorite_history") { row in
            guard let source = SourceID(row.text(0)) else { return true }
            let address = RecordAddress(source: source, key: row.text(1))
            if let history = history(row.text(2), of: known[address]) { histories[address] = history }
            return true
        }
        return histories
    }

    /// Changes the history of a record; a missing history starts with the current state of the favorite.
    static func change(
        _ address: RecordAddress, _ db: Database, of favorite: Favorite? = nil,
        _ change: (inout FavoriteHistory) -> Void
    ) throws {
        var found = favorite.map { FavoriteHistory($0) } ?? FavoriteHistory()
        try db.forEachRow(
            "SELECT history FROM favorite_history WHERE source = ?1 AND key = ?2", FavoriteRow.key(address)
        ) { row in
            if let history = history(row.text(0), of: favorite) { found = history }
            return false
        }
        change(&found)
        try save(found, of: address, db)
    }

    /// Writes a history.
    static func save(_ history: FavoriteHistory, of address: RecordAddress, _ db: Database) throws {
        try db.run(
            "INSERT OR REPLACE INTO favorite_history (source, key, history) VALUES (?1, ?2, ?3)",
            FavoriteRow.key(address) + [.text(JSONValue.object(FavoriteHistoryJSON.object(history)).text)])
    }

    /// Reads a history; nil if it is damaged, so the current state of the favorite is used instead.
    private static func history(_ text: String, of favorite: Favorite?) -> FavoriteHistory? {
        (try? JSONValue(parsing: text)).flatMap { try? FavoriteHistoryJSON.history($0, of: favorite) }
    }
}
