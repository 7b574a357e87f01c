import AggSearch
import AggSource
import AggStorage
import GRDB

/// The user's data as far as it can be read from a file with SQL; reading continues after unreadable parts.
struct UserContents: Equatable {
    /// A part that is read separately and can be damaged separately.
    enum Part: CaseIterable {
        case favorites, index, settings, searches
    }

    /// The favorites by row number; the newest has the highest.
    private(set) var favorites: [Int64: Favorite] = [:]
    /// The addresses in the index of favorites.
    private(set) var indexed: Set<RecordAddress> = []
    private(set) var settings: [String: String] = [:]
    private(set) var searches: [String: String] = [:]
    /// The rows of other tables worth keeping, none of which is a part of its own.
    private(set) var others: [String: [[DatabaseValue]]] = [:]
    /// The names of the other tables that were read completely.
    private(set) var wholeOthers: Set<String> = []
    /// The parts that were read completely without an error.
    private(set) var whole: Set<Part> = []

    private static let histories = "favorite_history"
    /// The names of these tables.
    private static let otherTables = [histories, "read_source", "read_record", "watch", "watched", "alert"]

    /// Whether everything was read without an error.
    var isWhole: Bool { whole.count == Part.allCases.count }
    var isEmpty: Bool { favorites.isEmpty && settings.isEmpty && searches.isEmpty }
    /// Whether it is empty and never had a favorite: one that was removed leaves a history.
    var isUnused: Bool { isEmpty && formerAddresses.isEmpty }

    /// The addresses of the favorites.
    var addresses: Set<RecordAddress> { Set(favorites.values.map(\.address)) }

    /// The addresses of records with a history: those that are or were favorites, except for favorites that have not
    /// changed since agg has kept histories.
    var formerAddresses: Set<RecordAddress> {
        let rows = others[Self.histories] ?? []
        return Set(
            rows.compactMap { row -> RecordAddress? in
                let texts = row.prefix(2).compactMap { String.fromDatabaseValue($0) }
                guard texts.count == 2, let source = SourceID(texts[0]) else { return nil }
                return RecordAddress(source: source, key: texts[1])
            })
    }

    /// The contents of a file that cannot be read.
    static let unreadable = UserContents()

    private init() {}

    /// Reads the contents of a file.
    ///
    /// - Throws: `DatabaseError` if not even its tables can be read; `CancellationError`.
    init(_ db: Database) throws {
        let columns = try String.fetchSet(db, sql: "SELECT name FROM pragma_table_info('favorite')")
        guard columns.contains("snapshot") else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the favorites table is missing")
        }
        // A copy from before a migration lacks the newest columns and tables.
        try readFavorites(db, columns.contains("tags") ? FavoriteRow.columns : FavoriteRow.firstColumns)
        try readPairs(
            db, .index, "SELECT source, key FROM favorite INDEXED BY sqlite_autoindex_favorite_1", by: [1, 2]
        ) {
            guard let source = SourceID($1) else { return false }
            return $0.indexed.insert(RecordAddress(source: source, key: $2)).inserted
        }
        try readPairs(db, .settings, "SELECT name, value FROM setting", by: [1]) {
            $0.settings[$1] = $2
            return true
        }
        for table in Self.otherTables { readOther(db, table) }
        guard try db.tableExists("saved_search") else {
            whole.insert(.searches)
            return
        }
        try readPairs(db, .searches, "SELECT name, line FROM saved_search", by: [1]) {
            $0.searches[$1] = $2
            return true
        }
    }

    /// Treats no part as complete unless the index lists exactly the favorites found.
    mutating func doubt() {
        if addresses.isEmpty || addresses != indexed { (whole, wholeOthers) = ([], []) }
    }

    /// The number of consecutive unreadable rows to skip: a damaged interior page hides several thousand.
    private static let mostSkipped = 10_000

    private mutating func readFavorites(_ db: Database, _ columns: String) throws {
        let sql = "SELECT \(columns), place FROM favorite NOT INDEXED WHERE place >= ?1 ORDER BY place"
        // The highest row number ever used, if readable.
        let last = (try? db.integer("SELECT seq FROM sqlite_sequence WHERE name = 'favorite'")) ?? nil
        var isWhole = true
        var (next, skipped) = (Int64(1), 0)
        while skipped == 0 || skipped < Self.mostSkipped && next <= last ?? .max {
            do {
                try db.forEachRow(sql, [.integer(next)]) { row in
                    let place = row.integer(7)
                    guard place >= next, place < .max, let favorite = FavoriteRow.favorite(row) else {
                        isWhole = false
                        return true
                    }
                    favorites[place] = favorite
                    (next, skipped) = (place + 1, 0)
                    return true
                }
                if isWhole { whole.insert(.favorites) }
                return
            } catch is DatabaseError {
                isWhole = false
                guard next < .max else { return }
                (next, skipped) = (next + 1, skipped + 1)
            }
        }
    }

    /// Reads the rows of another table, also from the end if an error occurs.
    ///
    /// Damage costs histories, read marks, or matches, but no favorites.
    private mutating func readOther(_ db: Database, _ table: String) {
        var rows: [[DatabaseValue]] = []
        for order in ["ASC", "DESC"] {
            do {
                // The first two columns begin with the primary key.
                let sql = "SELECT * FROM \(table) ORDER BY 1 \(order), 2 \(order)"
                let cursor = try Row.fetchCursor(db, sql: sql)
                while let row = try cursor.next() { rows.append(Array(row.databaseValues)) }
                if order == "ASC" { wholeOthers.insert(table) }
                break
            } catch {}
        }
        if !rows.isEmpty || wholeOthers.contains(table) { others[table] = rows }
    }

    /// Reads rows of two texts, also from the end if an error occurs; `keep` returns false for an invalid row.
    private mutating func readPairs(
        _ db: Database, _ part: Part, _ sql: String, by columns: [Int],
        _ keep: (inout UserContents, String, String) -> Bool
    ) throws {
        for order in ["ASC", "DESC"] {
            var isWhole = order == "ASC"
            do {
                try db.forEachRow("\(sql) ORDER BY \(columns.map { "\($0) \(order)" }.joined(separator: ", "))") {
                    row in
                    guard let first = row.validText(0), let second = row.validText(1) else {
                        isWhole = false
                        return true
                    }
                    if !keep(&self, first, second) { isWhole = false }
                    return true
                }
                if isWhole { whole.insert(part) }
                return
            } catch is DatabaseError {}
        }
    }
}
