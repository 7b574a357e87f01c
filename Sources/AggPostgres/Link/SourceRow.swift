import AggSearch
import AggSource
import AggStorage
import Foundation

/// The row of a source, with its state and the table of its records.
struct SourceRow: Equatable {
    /// The number of the source.
    var number: Int64
    /// The number of its table of records; nil if it has none yet.
    var part: Int64?
    var id: SourceID
    var state: StoredSource
    /// Whether rows missing from a response are kept for a while.
    var accumulates = false
    /// A bit mask of the ranks that may have rows.
    var ranks: Int64 = 0
    /// Whether any of its records may have other titles.
    var hasTitles = false

    private static let columns = """
        number, part, id, origin, records, fetched_at, fetch_state, fingerprint, mapping_version, notes, accumulates, ranks, \
        has_titles, failure_code, failure_reason, failed_at, change_count
        """

    /// Lets one process at a time change the row, until the end of the transaction.
    static func lock(_ id: SourceID, _ schema: String, _ session: Session) throws {
        try session.rows(
            "SELECT pg_advisory_xact_lock(hashtext($1), hashtext($2))", [.text(schema), .text(id.description)])
    }

    static func find(_ id: SourceID, _ schema: String, _ session: Session) throws -> SourceRow? {
        try session.rows("SELECT \(columns) FROM \(schema).source WHERE id = $1", [.text(id.description)]).first
            .flatMap { try SourceRow($0) }
    }

    static func all(_ schema: String, _ session: Session) throws -> [SourceRow] {
        try session.rows(allSQL(schema)).map { try SourceRow($0) }.compactMap(\.self)
    }

    /// Returns the statement for the rows of all sources.
    static func allSQL(_ schema: String) -> String { "SELECT \(columns) FROM \(schema).source" }

    /// Returns the statement for the number of the transaction that wrote the row of each source.
    static func versionsSQL(_ schema: String) -> String {
        "SELECT number, xmin FROM \(schema).source ORDER BY number"
    }

    /// Returns the statement for the rows of the sources in its parameter.
    static func someSQL(_ schema: String) -> String {
        "SELECT \(columns) FROM \(schema).source WHERE id = ANY($1::text[])"
    }

    /// Returns the rows of the given sources, by id.
    static func some(_ ids: [SourceID], _ schema: String, _ session: Session) throws -> [SourceID: SourceRow] {
        try byID(try session.rows(someSQL(schema), [.texts(ids.map(\.description))]))
    }

    /// Returns the rows of a result, by id.
    static func byID(_ rows: Rows) throws -> [SourceID: SourceRow] {
        Dictionary(
            try rows.map { try SourceRow($0) }.compactMap(\.self).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    }

    /// Creates the row of a new source.
    static func make(_ id: SourceID, _ schema: String, _ session: Session) throws -> SourceRow {
        try session.rows(
            "INSERT INTO \(schema).source (id, origin) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING",
            [.text(id.description), .text(Origin.remote.rawValue)])
        guard let row = try find(id, schema, session) else { throw DamagedRecord() }
        return row
    }

    /// Saves the row.
    func save(_ schema: String, _ session: Session) throws {
        let failure = state.failure
        try session.rows(
            """
            UPDATE \(schema).source SET origin = $2, records = $3, fetched_at = $4, fetch_state = $5, fingerprint = $6,
                mapping_version = $7, notes = $8, accumulates = $9, ranks = $10, has_titles = $11, failure_code = $12,
                failure_reason = $13, failed_at = $14, part = $15, change_count = $16
            WHERE number = $1
            """,
            [
                .integer(number), .text(state.origin.rawValue), Value(state.records),
                Value(state.fetchedAt?.timeIntervalSince1970), Value(state.fetchState.map(FieldsJSON.text)),
                .text(state.fingerprint), Value(state.mappingVersion),
                .text(JSONValue.array(state.notes.map(JSONValue.string)).text), .flag(accumulates), .integer(ranks),
                .flag(hasTitles), Value(failure?.code), Value(failure?.reason),
                Value(failure?.failedAt.timeIntervalSince1970), part.map(Value.integer) ?? .null,
                Value(state.changeCount),
            ])
    }

    /// Returns the name of the source's table of records; nil if it has none.
    func table(_ schema: String) -> String? { part.map { "\(schema).record_\($0)" } }

    /// The ranks that may have rows, best known first.
    var usedRanks: [Int64] { (0...7).filter { ranks & 1 << $0 != 0 } }

    /// Creates the row; nil if this version doesn't recognize the id or origin.
    private init?(_ row: Rows.Row) throws {
        guard let id = SourceID(row.text(2)), let origin = Origin(rawValue: row.text(3)) else { return nil }
        number = row.integer(0)
        part = row.isNull(1) ? nil : row.integer(1)
        self.id = id
        state = StoredSource(
            origin: origin, records: row.count(4), fetchedAt: Self.date(row.decimal(5)),
            fetchState: try row.optionalText(6).map(FieldsJSON.fetchState), fingerprint: row.text(7),
            mappingVersion: row.count(8), notes: try FieldsJSON.texts(JSONValue(parsing: row.text(9))))
        state.changeCount = row.count(16)
        accumulates = row.flag(10)
        ranks = row.integer(11)
        hasTitles = row.flag(12)
        if let code = row.optionalText(13), let failedAt = Self.date(row.decimal(15)) {
            state.failure = LoadFailure(code: code, reason: row.text(14), failedAt: failedAt)
        }
    }

    private static func date(_ seconds: Double?) -> Date? { seconds.map { Date(timeIntervalSince1970: $0) } }
}

/// Thrown if what was known of the sources is out of date.
struct OutdatedSources: Error {}
