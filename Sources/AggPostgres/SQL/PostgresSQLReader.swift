import AggSearch
import AggSource
import AggStorage
import Foundation

/// Runs SQL on the server, in a read-only transaction.
///
/// The views are defined in a `WITH` before the statement, so nothing is created on the server. Other tables are not found:
/// the search path contains only the schemas of functions, and a name in another schema is refused, as are functions that
/// could reach files, other hosts, or other tables.
struct PostgresSQLReader: SQLReader {
    let server: Server
    /// The maximum size of a result in memory, in bytes.
    var mostBytes = 1_000_000_000

    func query(_ query: SQLQuery) async throws(SQLError) -> SQLAnswer {
        try ReadOnlySQL.check(query.text, further: ["TABLE"])
        let words = SQLWords(query.text)
        guard words.parts.first != .name("explain", isQuoted: false) else {
            throw .refused(
                "sql shows query plans only for a local store; EXPLAIN is not supported with a store on a server")
        }
        guard !words.writes else { throw Self.readOnly }
        let asked = words.names.subtracting(words.defined)
        let views = query.views.views.map(\.name).filter { asked.contains($0) }
        try Self.check(words.names.subtracting(views))
        let schema = server.schema
        let answer: Result<DataTable, SQLError>
        do throws(StoreError) {
            let favorites = views.contains("favorites") ? try await PostgresUserStore(server: server).favorites() : []
            let definitions = SQLViewDefinitions(query.views, favorites: favorites, schema: schema)
            // The server ends a statement that takes too long; the connection is a little more patient.
            answer = try await server.read(patience: query.timeout + .seconds(5)) { [mostBytes] session in
                let text = SQLStatementText(query.text, views: try definitions.texts(of: views, session)).text
                do {
                    try Self.check(words, schema, session)
                    return .success(try Self.run(text, query, mostBytes: mostBytes, schema, session))
                } catch let error as SQLError {
                    return .failure(error)
                } catch let fault as ServerFault {
                    // The table of a view may have been dropped after its name was read.
                    if fault.isLost || fault.isMissingTable && !session.readsSources { throw fault }
                    return .failure(Self.error(fault, query))
                }
            }
        } catch {
            throw error == .cancelled ? .cancelled : .store(error)
        }
        return SQLAnswer(try answer.get(), views: Set(views.map { $0.lowercased() }))
    }

    private static func run(
        _ text: String, _ query: SQLQuery, mostBytes: Int, _ schema: String, _ session: Session
    ) throws -> DataTable {
        let time = max(1, Int(clamping: query.timeout.components.seconds * 1_000))
        try session.run(
            """
            SET LOCAL search_path = pg_catalog, \(schema)_sql; SET LOCAL standard_conforming_strings = on; \
            SET LOCAL statement_timeout = \(time)
            """)
        try session.rows("DECLARE agg_sql NO SCROLL CURSOR FOR \(text)")
        // One row more tells whether there are more; the server counts up to the greatest 32-bit number.
        let count = query.limit < Int32.max ? String(query.limit + 1) : "ALL"
        // The columns are needed even if there are no rows.
        let none = try session.rows("FETCH 0 FROM agg_sql", isPrepared: false)
        var table = DataTable(columns: DataTable.unique(none.columns))
        let types = table.columns.indices.map { none.type(of: $0) }
        var bytes = 0
        try session.forEach("FETCH \(count) FROM agg_sql", isPrepared: false) { row in
            guard table.rows.count < query.limit else { return table.isTruncated = true }
            bytes += types.indices.reduce(64) { sum, column in sum + 64 + row.withBytes(column) { $0.count } }
            guard bytes <= mostBytes else {
                throw SQLError.failed(
                    "the result is larger than \(ByteCount.text(mostBytes)); select fewer columns, or fewer rows "
                        + "with LIMIT")
            }
            table.rows.append(types.indices.map { Self.value(row, $0, types[$0]) })
        }
        return table
    }

    /// Returns a value as JSON, given the number of its type, which is the same on all servers.
    private static func value(_ row: Rows.Row, _ column: Int, _ type: UInt32) -> JSONValue {
        if row.isNull(column) { return .null }
        let text = row.text(column)
        switch type {
        case 16: return .boolean(text == "t")
        case 20, 21, 23, 26: return Int64(text).map(JSONValue.integer) ?? .string(text)
        case 700, 701, 1700:
            if type == 1700, let whole = Int64(text) { return .integer(whole) }
            return Double(text).map(JSONValue.decimal) ?? .string(text)
        default: return .string(text)
        }
    }

    private static let readOnly = SQLError.refused("sql is read-only: writing is not allowed")

    private static func error(_ fault: ServerFault, _ query: SQLQuery) -> SQLError {
        switch fault.state {
        case "57014": .timedOut(query.timeout)
        case "25006", "42501": readOnly
        case "42601" where fault.message.contains("multiple commands"):
            .refused("sql runs one statement at a time; remove the text after the semicolon")
        case _ where fault.state.hasPrefix("42"): .invalid(unknownName(fault.message) ?? fault.message)
        default: .failed(fault.message)
        }
    }

    /// Returns the message about an unknown table or column as SQLite words it; nil if it is about something else.
    private static func unknownName(_ message: String) -> String? {
        if let found = message.wholeMatch(of: /relation "(.+)" does not exist/) { return "no such table: \(found.1)" }
        let column = message.wholeMatch(of: /column "?(.+?)"? does not exist/)
        return column.map { "no such column: \($0.1)" }
    }

    /// Names that are refused even if nothing is called.
    private static let refused: Set<String> = ["information_schema", "agg_sql", "copy"]
    private static let refusedPrefixes = ["pg_", "lo_", "dblink"]

    private static func check(_ names: Set<String>) throws(SQLError) {
        for name in names.sorted() where refused.contains(name) || refusedPrefixes.contains(where: name.hasPrefix) {
            throw notAllowed(name)
        }
    }

    private static func notAllowed(_ name: String) -> SQLError {
        .refused("sql can only read the views: \(name) is not allowed; “schema” lists them")
    }

    /// Refuses names in other schemas, names written with escapes, and functions that could reach beyond the views.
    private static func check(_ words: SQLWords, _ schema: String, _ session: Session) throws {
        let parts = words.parts
        for (index, part) in parts.enumerated() where part == .sign("&") && index > 0 && index + 1 < parts.count {
            if parts[index - 1] == .name("u", isQuoted: false), case .name(let name, isQuoted: true) = parts[index + 1]
            {
                throw SQLError.refused(
                    "sql does not support escapes in names; write the name itself instead of U&\"\(name)\"")
            }
        }
        let (qualifiers, calls) = (words.names(before: "."), words.names(before: "("))
        guard !qualifiers.isEmpty || !calls.isEmpty else { return }
        let found = try session.rows(
            """
            SELECT nspname::text, true FROM pg_namespace WHERE nspname = ANY($1::name[])
            UNION SELECT proname::text, false FROM pg_proc
            WHERE proname = ANY($2::name[]) AND proname <> ALL($3::name[]) AND provolatile <> 'i'
                AND pronamespace IN ('pg_catalog'::regnamespace, to_regnamespace($4))
            ORDER BY 2 DESC, 1
            """,
            [
                .texts(qualifiers.sorted()), .texts(calls.sorted()), .texts(SQLFunctions.allowed.sorted()),
                .text(schema + "_sql"),
            ], isPrepared: false
        ).first
        guard let found else { return }
        let name = found.text(0)
        guard found.flag(1) else { throw notAllowed(name) }
        throw SQLError.refused(
            "sql can only read the views: “\(name)” is a schema on the server; “schema” lists the views; "
                + "if “\(name)” is your alias for a view, choose another")
    }
}

/// A statement with the views that it reads defined in a `WITH`.
struct SQLStatementText {
    let text: String

    /// Creates the text by putting the definitions before a statement, or before those in its own `WITH`.
    init(_ statement: String, views: [String]) {
        var rest = ReadOnlySQL.code(statement)
        while let last = rest.last, last == ";" || last.isWhitespace { rest = rest.dropLast() }
        guard !views.isEmpty else {
            text = String(rest)
            return
        }
        var isRecursive = false
        var own = ""
        if rest.prefix(4).uppercased() == "WITH", rest.dropFirst(4).first.map({ !$0.isLetter && !$0.isNumber }) ?? false
        {
            rest = ReadOnlySQL.code(String(rest.dropFirst(4)))
            if rest.prefix(9).uppercased() == "RECURSIVE" {
                isRecursive = true
                rest = rest.dropFirst(9)
            }
            own = ", "
        } else {
            own = " "
        }
        text = "WITH \(isRecursive ? "RECURSIVE " : "")" + views.joined(separator: ", ") + own + rest
    }
}
