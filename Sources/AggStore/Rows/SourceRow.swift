import AggSource
import AggStorage
import Foundation
import GRDB

/// The database row of a source: its state, and the number used in its records.
struct SourceRow {
    /// The number that identifies the source in the tables.
    var number: Int64
    var id: SourceID
    var state: StoredSource

    /// Reads the row of a source; nil if it has none.
    static func find(_ id: SourceID, _ db: Database) throws -> SourceRow? {
        var found: SourceRow?
        try db.forEachRow("SELECT \(columns) FROM source WHERE id = ?1", [.text(id.description)]) { row in
            found = try SourceRow(row)
            return false
        }
        return found
    }

    static func all(_ db: Database) throws -> [SourceRow] {
        var found: [SourceRow] = []
        try db.forEachRow("SELECT \(columns) FROM source") { row in
            if let source = try SourceRow(row) { found.append(source) }
            return true
        }
        return found
    }

    /// Creates the row of a new source.
    static func make(_ id: SourceID, _ db: Database) throws -> SourceRow {
        try db.run(
            "INSERT INTO source (id, origin) VALUES (?1, ?2)", [.text(id.description), .text(Origin.remote.rawValue)])
        return SourceRow(
            number: db.lastInsertedRowID, id: id, state: StoredSource(origin: .remote, records: 0))
    }

    /// Saves the state of the source, and which classes have rows.
    func save(_ db: Database) throws {
        let failure = state.failure
        try db.run(
            """
            UPDATE source SET origin = ?2, records = ?3, fetched_at = ?4, fetch_state = ?5, fingerprint = ?6,
                mapping_version = ?7, notes = ?8, prominences = ?9, failure_code = ?10, failure_reason = ?11,
                failed_at = ?12, titled_prominences = ?13, changes = ?14
            WHERE number = ?1
            """,
            [
                .integer(number), .text(state.origin.rawValue), SQLValue(state.records),
                SQLValue(state.fetchedAt?.timeIntervalSince1970), SQLValue(state.fetchState.map(FieldsJSON.text)),
                .text(state.fingerprint), SQLValue(state.mappingVersion),
                .text(JSONValue.array(state.notes.map(JSONValue.string)).text),
                SQLValue(try prominences(db, "record", "id")), SQLValue(failure?.code), SQLValue(failure?.reason),
                SQLValue(failure?.failedAt.timeIntervalSince1970),
                SQLValue(try prominences(db, "record_title", "record")), SQLValue(state.changeCount),
            ])
    }

    /// A bit for each prominence found among the source's rows in a table, so that a search can skip the others.
    private func prominences(_ db: Database, _ table: String, _ id: String) throws -> Int {
        try (0...7).reduce(0) { bits, prominence in
            let ids = RecordClass(source: number, prominence: prominence).ids
            let hasRows =
                try db.integer(
                    "SELECT 1 FROM \(table) WHERE \(id) BETWEEN ?1 AND ?2 LIMIT 1",
                    [.integer(ids.lowerBound), .integer(ids.upperBound)]) != nil
            return hasRows ? bits | 1 << prominence : bits
        }
    }

    private static let columns = """
        number, id, origin, records, fetched_at, fetch_state, fingerprint, mapping_version, notes, failure_code,
        failure_reason, failed_at, changes
        """

    /// Nil if this version doesn't know the id or origin.
    private init?(_ row: borrowing PreparedStatement) throws {
        guard let id = SourceID(row.text(1)), let origin = Origin(rawValue: row.text(2)) else { return nil }
        number = row.integer(0)
        self.id = id
        state = StoredSource(
            origin: origin, records: Int(row.integer(3)), fetchedAt: row.optionalDate(4),
            fetchState: try row.optionalText(5).map(FieldsJSON.fetchState), fingerprint: row.text(6),
            mappingVersion: Int(row.integer(7)), notes: try FieldsJSON.texts(JSONValue(parsing: row.text(8))))
        state.changeCount = Int(row.integer(12))
        if let code = row.optionalText(9), let failedAt = row.optionalDate(11) {
            state.failure = LoadFailure(code: code, reason: row.text(10), failedAt: failedAt)
        }
    }

    private init(number: Int64, id: SourceID, state: StoredSource) {
        self.number = number
        self.id = id
        self.state = state
    }
}
