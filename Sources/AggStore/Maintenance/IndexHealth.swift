import AggSource
import AggStorage
import Foundation
import GRDB

/// Compares the mirror's indexes with its rows.
struct IndexHealth {
    let file: StoreFile
    /// How the program is started with the same store, as typed in a shell.
    var program = "agg"

    /// The number of rows looked up in the text index, in a quick and in a full check.
    private static let samples = (quick: 100, full: 5_000)

    func finding(isFull: Bool) async -> HealthFinding {
        do throws(StoreError) {
            if let fault = try await fault(isFull: isFull) { throw .damaged(file: file.path, detail: fault) }
            let rows = try await file.read { db in try db.integer("SELECT count(*) FROM record") ?? 0 }
            return HealthFinding("index", .ok, rows == 1 ? "matches the only row" : "matches all \(rows) rows")
        } catch {
            return StoreHealth.failure("index", error, program)
        }
    }

    /// The first discrepancy between index and rows; nil if there is none.
    func fault(isFull: Bool) async throws(StoreError) -> String? {
        try await file.read { db in try Self.fault(db, isFull: isFull) }
    }

    private static func fault(_ db: Database, isFull: Bool) throws -> String? {
        var fault: String?
        try db.forEachRow("SELECT id, number, records FROM source") { row in
            let ids = RecordClass.ids(ofSource: row.integer(1))
            let rows = try db.integer(
                "SELECT count(*) FROM record WHERE id BETWEEN ?1 AND ?2",
                [.integer(ids.lowerBound), .integer(ids.upperBound)])
            if rows != row.integer(2) {
                fault = "\(row.text(0)) should have \(row.integer(2)) rows but has \(rows ?? 0)"
            }
            return fault == nil
        }
        if let fault { return fault }
        let rows = try db.integer("SELECT count(*) FROM record") ?? 0
        let keys = try db.integer("SELECT count(*) FROM record INDEXED BY record_key") ?? 0
        if keys != rows { return "the key index has \(keys) entries for \(rows) rows" }
        let places = try db.integer("SELECT count(*) FROM record NOT INDEXED WHERE latitude IS NOT NULL") ?? 0
        for (index, name) in [(UnorderedIndex.place, "place"), (.latitude, "latitude")] {
            // The index on latitudes is built for the first statement that needs it.
            if index == .latitude, try !index.exists(in: db) { continue }
            let placed =
                try db.integer("SELECT count(*) FROM record INDEXED BY \(index.rawValue) WHERE latitude IS NOT NULL")
                ?? 0
            if places != placed { return "the \(name) index has \(placed) entries for \(places) places" }
        }
        let titled = try db.integer("SELECT count(*) FROM record NOT INDEXED WHERE other_titles <> ''") ?? 0
        let found = try db.integer("SELECT count(DISTINCT record) FROM record_title") ?? 0
        if titled != found { return "the index of alternative titles has entries for \(found) of \(titled) records" }
        let texts = try texts(db)
        if texts != rows { return "the text index has \(texts) entries for \(rows) rows" }
        return try missingText(db, rows, isFull ? samples.full : samples.quick)
    }

    /// The number of entries recorded in the index: the first number of its row 1 (sqlite.org/fts5.html, "averages
    /// record").
    private static func texts(_ db: Database) throws -> Int64 {
        let block = try Data.fetchOne(db, sql: "SELECT block FROM record_text_data WHERE id = 1") ?? Data()
        var number: Int64 = 0
        // Seven bits per byte, most significant first; the high bit is clear in the last byte.
        for byte in block.prefix(8) {
            number = number << 7 | Int64(byte & 0x7F)
            if byte < 0x80 { break }
        }
        return number
    }

    /// Looks up rows by the first word of their titles.
    private static func missingText(_ db: Database, _ rows: Int64, _ samples: Int) throws -> String? {
        var fault: String?
        let step = max(1, rows / Int64(samples))
        try db.forEachRow(
            "SELECT id, folded, title FROM (SELECT *, row_number() OVER () AS n FROM record) WHERE n % ?1 = 0",
            [.integer(step)]
        ) {
            row in
            let word = row.text(1).split(separator: " ").first.map(String.init) ?? ""
            guard !word.isEmpty, !word.contains("\"") else { return true }
            let found = try db.integer(
                "SELECT 1 FROM record_text WHERE record_text MATCH ?1 AND rowid = ?2",
                [.text("\"\(word)\""), .integer(row.integer(0))])
            if found == nil { fault = "the text index does not find “\(row.text(2))”" }
            return fault == nil
        }
        return fault
    }
}
