import Foundation
import GRDB
import TestSupport

/// Checks the two files of a store as another program would, with only SQLite.
struct StoreCheck {
    private let mirror: DatabaseQueue
    private let user: DatabaseQueue

    init(_ agg: Agg) throws {
        mirror = try DatabaseQueue(path: agg.folder.path("store/mirror.sqlite"))
        user = try DatabaseQueue(path: agg.folder.path("store/user.sqlite"))
    }

    /// What is wrong with either file, whatever its contents: pages, counts, or an index that differs from the rows.
    func faults() throws -> [String] {
        var faults = try [mirror, user].flatMap { file in
            try file.read { db in try String.fetchAll(db, sql: "PRAGMA integrity_check") }.filter { $0 != "ok" }
        }
        faults += try mirror.write { db in
            var faults: [String] = []
            let counts = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, records, (SELECT count(*) FROM record r WHERE r.source = s.number) AS rows FROM source s
                    """)
            for row in counts where row["records"] as Int != row["rows"] as Int {
                faults.append(
                    "the source \(row["id"] as String) says \(row["records"] as Int) rows, not \(row["rows"] as Int)")
            }
            try db.execute(sql: "INSERT INTO record_text (record_text) VALUES ('integrity-check')")
            if try Self.indexed(db) != Self.expected(db) { faults.append("the text index differs from the rows") }
            return faults
        }
        return faults
    }

    /// The titles of all rows of a source.
    func titles(of source: String) throws -> [String] {
        try mirror.read { db in
            try String.fetchAll(
                db, sql: "SELECT title FROM record JOIN source s ON s.number = record.source WHERE s.id = ?",
                arguments: [source])
        }
    }

    /// The number of rows that the index finds for the start of a word.
    func matches(_ prefix: String) throws -> Int {
        try mirror.read { db in
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM record_text WHERE record_text MATCH ?", arguments: ["\(prefix)*"]) ?? 0
        }
    }

    /// The user's data.
    func userData() throws -> UserData {
        try user.read { db in
            UserData(
                favorites: Dictionary(
                    uniqueKeysWithValues: try Row.fetchAll(db, sql: "SELECT source || ':' || key, note FROM favorite")
                        .map { ($0[0] as String, $0[1] as String? ?? "") }),
                settings: Dictionary(
                    uniqueKeysWithValues: try Row.fetchAll(db, sql: "SELECT name, value FROM setting")
                        .map { ($0[0] as String, $0[1] as String) }),
                searches: Dictionary(
                    uniqueKeysWithValues: try Row.fetchAll(db, sql: "SELECT name, line FROM saved_search")
                        .map { ($0[0] as String, $0[1] as String) }))
        }
    }

    private static func indexed(_ db: Database) throws -> [Int64: String] {
        try db.execute(sql: "CREATE VIRTUAL TABLE IF NOT EXISTS temp.word USING fts5vocab(main, record_text, instance)")
        let rows = try Row.fetchAll(
            db,
            sql: "SELECT doc, group_concat(term, ' ') FROM (SELECT doc, term FROM word ORDER BY doc, term) GROUP BY doc"
        )
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as Int64, $0[1] as String) })
    }

    private static func expected(_ db: Database) throws -> [Int64: String] {
        let rows = try Row.fetchAll(
            db,
            sql:
                "SELECT id, folded || coalesce(' ' || alternate, '') || coalesce(other_titles, '') || words FROM record"
        )
        return Dictionary(
            uniqueKeysWithValues: rows.map { row in
                let words = Set(
                    (row[1] as String).utf8.split { [UInt8(ascii: " "), UInt8(ascii: "\n")].contains($0) }.map {
                        Array($0)
                    })
                let sorted = words.sorted { $0.lexicographicallyPrecedes($1) }
                return (
                    row[0] as Int64,
                    String(decoding: Array(sorted.joined(separator: [UInt8(ascii: " ")])), as: UTF8.self)
                )
            })
    }
}

/// The user's data: favorites by address with their notes, settings, and saved searches.
struct UserData: Equatable {
    var favorites: [String: String] = [:]
    var settings: [String: String] = [:]
    var searches: [String: String] = [:]
}
