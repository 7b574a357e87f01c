import AggSearch
import AggSource
import AggStorage
import Foundation

/// The histories of favorites, stored as `FavoriteHistoryJSON`; a favorite of an older version has none.
extension FavoriteRows {
    /// Returns the history of every record that is or was a favorite, read in one statement.
    func histories() throws -> [RecordAddress: FavoriteHistory] {
        let columns = Self.columns.split(separator: ", ").dropFirst(2).map { "f.\($0)" }.joined(separator: ", ")
        var found: [RecordAddress: FavoriteHistory] = [:]
        try session.rows(
            """
            SELECT coalesce(f.source, h.source), coalesce(f.key, h.key), \(columns), h.history
            FROM (SELECT * FROM \(schema).favorite WHERE owner = current_user) f
            FULL JOIN (SELECT * FROM \(schema).favorite_history WHERE owner = current_user) h
                ON f.source = h.source AND f.key = h.key
            """
        ).forEach { row in
            guard let source = SourceID(row.text(0)) else { return }
            let favorite = row.isNull(2) ? nil : try Self.favorite(row, server)
            found[RecordAddress(source: source, key: row.text(1))] =
                Self.history(row.optionalText(7), of: favorite) ?? favorite.map { FavoriteHistory($0) }
        }
        return found
    }

    /// Changes the history of a record; a missing history starts with the current state of the favorite.
    func changeHistory(
        of address: RecordAddress, _ favorite: Favorite? = nil, _ change: (inout FavoriteHistory) -> Void
    ) throws {
        let text = try session.rows(
            """
            SELECT history FROM \(schema).favorite_history
            WHERE owner = current_user AND source = $1 AND left(key, 200) = left($2, 200) AND key = $2
            """, [.text(address.source.description), .text(address.key)]
        ).first?.text(0)
        var history =
            Self.history(text, of: favorite) ?? favorite.map { FavoriteHistory($0) } ?? FavoriteHistory()
        change(&history)
        try save([address: history])
    }

    /// Writes histories.
    func save(_ histories: [RecordAddress: FavoriteHistory]) throws {
        if histories.isEmpty { return }
        let (table, list) = ("\(schema).favorite_history", Array(histories))
        let values = OwnRecords.values(list.map(\.key))
        try session.rows(OwnRecords.delete(from: table), values)
        try session.rows(
            "INSERT INTO \(table) (source, key, history) SELECT * FROM unnest($1::text[], $2::text[], $3::text[])",
            values + [.texts(list.map { JSONValue.object(FavoriteHistoryJSON.object($0.value)).text })])
    }

    /// Reads a history; nil if it is missing or damaged, so the current state of the favorite is used instead.
    private static func history(_ text: String?, of favorite: Favorite?) -> FavoriteHistory? {
        text.flatMap { try? JSONValue(parsing: $0) }.flatMap { try? FavoriteHistoryJSON.history($0, of: favorite) }
    }
}
