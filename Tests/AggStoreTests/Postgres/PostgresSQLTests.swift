import AggPostgres
import AggSearch
import AggSource
import AggStorage
import Foundation
import Testing

/// What SQL can read on a server, and what it cannot.
@Suite(TestServer.isThere) struct PostgresSQLTests {
    private static let columns = [
        Column("country", .text, "The country."), Column("people", .integer, "How many live there."),
        Column("share", .decimal, "A share."), Column("founded", .date, "When."), Column("big", .boolean, "Whether."),
    ]

    private func filled() async throws -> PostgresStores {
        let stores = try await TestServer.makeStore()
        try await stores.mirror.fill(with: [
            Record(
                key: "1", title: "London", subtitle: "United Kingdom", date: RecordDate(iso8601: "2024-03-05"),
                coordinate: Coordinate(latitude: 51.5, longitude: -0.125), prominence: 7,
                fields: [
                    .init("country", .text("GB")), .init("people", .integer(9)), .init("share", .decimal(0.5)),
                    .init("founded", .date(RecordDate(canonical: "0047-01-01"))), .init("big", .boolean(true)),
                ]),
            Record(
                key: "2", title: "It's", fields: [.init("people", .text("s")), .init("share", .decimal(.infinity))]),
        ])
        _ = try await stores.user.addFavorite(
            Favorite(source: .cities, kind: "cities", record: .titled("x'y"), addedAt: noon), limit: 9)
        return stores
    }

    private func query(_ text: String, _ stores: PostgresStores, limit: Int = 10) async throws -> SQLAnswer {
        let status = SourceStatus(
            id: .cities, kind: "cities", phase: .loaded, origin: .remote, records: 2, favorites: 1, fetchedAt: noon,
            age: .seconds(5), isServed: true)
        let views = SQLViews([.init(status: status, columns: Self.columns)])
        return try await stores.sql.query(SQLQuery(text, views: views, limit: limit, timeout: .seconds(2)))
    }

    @Test(arguments: [
        (
            "SELECT title, prominence, country, people, share, founded, big FROM cities ORDER BY key",
            "[[\"London\",7,\"GB\",9,0.5,\"0047-01-01\",1],[\"It's\",0,null,null,Infinity,null,null]]"
        ),
        ("select count(*) as n from records where source = 'cities';", "[[2]]"),
        ("WITH a AS (SELECT title FROM cities) SELECT count(*) FROM a, cities", "[[4]]"),
        ("SELECT address FROM favorites", "[[\"cities:x'y\"]]"),
        ("SELECT id, records FROM sources", "[[\"cities\",2]]"),
        ("VALUES (1), (2)", "[[1],[2]]"),
        ("(SELECT title FROM cities WHERE key = '1') UNION (SELECT 'a') ORDER BY 1", "[[\"London\"],[\"a\"]]"),
        ("TABLE sources LIMIT 0", "[]"), ("((TABLE cities) LIMIT 0)", "[]"),
        ("SELECT g.n FROM generate_series(1, 2) AS g(n) WHERE now() > to_timestamp(0)", "[[1],[2]]"),
        ("WITH t(n) AS (SELECT 7) SELECT format('%s', n), numeric(9, 1) '2.5' FROM t", "[[\"7\",2.5]]"),
        ("SELECT json_agg(key ORDER BY key) FROM cities", "[[\"[\\\"1\\\", \\\"2\\\"]\"]]"),
        ("SELECT round(distance_km(51.5, 0, 52.5, 0)::numeric) AS km", "[[111]]"),
        (
            """
            SELECT count(*) FROM cities a JOIN cities b ON point(b.longitude, b.latitude)
                <@ box(point(a.longitude - 1, a.latitude - 1), point(a.longitude + 1, a.latitude + 1))
            """, "[[1]]"
        ),
        ("SELECT key FROM cities WHERE false", "[]"),
        ("SELECT 'pg_class; DROP' -- pg_read_file", "[[\"pg_class; DROP\"]]"),
        (
            "SELECT c.title, E'it\\'s', $a$pg_'$a$ FROM cities c WHERE c.people = 9",
            "[[\"London\",\"it's\",\"pg_'\"]]"
        ),
        (
            "SELECT address FROM records WHERE replace(CAST(fields AS text), '\"GB\"', '') <> CAST(fields AS text)",
            "[[\"cities:1\"]]"
        ),
    ])
    func `a statement reads the views`(text: String, expected: String) async throws {
        let table = try await query(text, try await filled()).table
        let rows = table.rows.map {
            "["
                + $0.map { value in
                    if case .decimal(let number) = value, !number.isFinite { return "Infinity" }
                    return value.text
                }.joined(separator: ",") + "]"
        }
        #expect("[" + rows.joined(separator: ",") + "]" == expected)
    }

    @Test(arguments: [
        "DELETE FROM cities", "SELECT 1; SELECT 2", "SELECT * FROM pg_class", "SELECT pg_read_file('/etc/passwd')",
        "SELECT lo_import('/etc/passwd')", "SELECT query_to_xml('select 1', true, true, '')",
        "SELECT * FROM agg.source",
        "SELECT set_config('a.b', '1', false)", "WITH a AS (DELETE FROM cities RETURNING 1) SELECT * FROM a",
        "SELECT \"pg_read_file\"('/etc/passwd')", "SELECT * FROM information_schema.tables", "SELECT * FROM nosuch",
        "SELECT current_setting('data_directory')", "COPY cities TO PROGRAM 'id'",
    ])
    func `rejects statements that reach beyond the views`(text: String) async throws {
        let stores = try await filled()
        await #expect(throws: SQLError.self) { try await query(text, stores) }
        #expect(try await query("SELECT count(*) FROM cities", stores).table.rows == [[.integer(2)]])
    }

    @Test(arguments: [
        "WITH x AS (DELETE FROM t RETURNING *) SELECT * FROM x",
        "WITH x AS MATERIALIZED (UPDATE cities SET key = '') TABLE x",
        "WITH x AS (\nINSERT INTO cities VALUES (1) RETURNING 1) SELECT 1",
    ])
    func `refuses to write, even to a table that does not exist`(text: String) async throws {
        let error = await #expect(throws: SQLError.self) { try await query(text, try await filled()) }
        #expect(error == .refused("sql is read-only: writing is not allowed"))
    }

    @Test func `refuses to show a plan`() async throws {
        for text in ["EXPLAIN SELECT * FROM cities", " explain (analyze) SELECT 1"] {
            let error = await #expect(throws: SQLError.self) { try await query(text, try await filled()) }
            guard case .refused(let reason) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(reason.contains("EXPLAIN"))
        }
    }

    @Test(arguments: [
        "TABLE information_schema.tables", "SELECT * FROM ONLY information_schema.tables LIMIT 5",
        "SELECT * FROM (information_schema . tables CROSS JOIN cities)",
        "SELECT * FROM \"information_schema\".tables x",
        "SELECT * FROM U&\"\\0069nformation_schema\".tables", "SELECT 1from information_schema.tables",
        "WITH query_to_xml AS (SELECT 1) SELECT query_to_xml('SELECT 1', true, true, '')",
        "SELECT E'\\'', pg_ls_dir('.') --'", "SELECT E'a' -- b\n'\\'', pg_ls_dir('.') --'",
        "SELECT $$'$$, pg_ls_dir('.'), $$'$$", "SELECT /* /* */ ' */ pg_ls_dir('.') --'",
        "SELECT '\u{301}', pg_ls_dir('.')",
        "SELECT ts_rewrite('a'::tsquery, $$select 'a'::tsquery, quote_literal(left(pg_read_file('/etc/passwd'), 9))::tsquery$$)",
        "SELECT \"ts_rewrite\" /* ( */ ('a'::tsquery, 'SELECT 1')", "SELECT * FROM ts_stat('SELECT 1')",
        "SELECT table_to_xml('pg_class', true, true, '')", "SELECT cursor_to_xml('c', 1, true, true, '')",
        "SELECT schema_to_xml('agg', true, true, '')", "SELECT database_to_xmlschema(true, true, '')",
        "SELECT query_to_xml_and_xmlschema('SELECT 1', true, true, '')", "SELECT loread(1, 1)",
        "SELECT pg_sleep(1)", "SELECT pg_notify('agg', '')", "SELECT pg_advisory_lock(1)", "SELECT nextval('agg.part')",
        "SELECT txid_current()", "SELECT current_query()", "SELECT has_table_privilege('agg.source', 'SELECT')",
        "SELECT inet_server_addr()", "SELECT setseed(0.5)", "SELECT obj_description(1, 'pg_class')",
    ])
    func `refuses other tables and functions, however they are written`(text: String) async throws {
        let error = await #expect(throws: SQLError.self) { try await query(text, try await filled()) }
        guard case .refused = error else {
            Issue.record("\(text): \(String(describing: error))")
            return
        }
    }

    @Test func `reads texts with control characters and with marks after quotes`() async throws {
        let stores = try await filled()
        let texts = ["a\u{0}b\u{1}\u{0}\u{0}c", "\\u0000", "\u{301}a", "'\u{301}\"\u{FE0F}\\\u{301}"]
        let records = texts.enumerated().map { number, text in
            Record(key: "\(number)", title: text, fields: [.init("country", .text(text))])
        }
        for day in [0.0, 1] {
            let changed = records.map { record in
                Record(key: record.key, title: record.title, fields: day == 0 ? [] : record.fields)
            }
            try await stores.mirror.fill(
                with: changed, RefreshCommit(origin: .remote, fetchedAt: noon + day, acceptsLoss: true))
        }
        let countries = try await query("SELECT country FROM cities ORDER BY key", stores)
        #expect(countries.table.rows == texts.map { [.string($0)] })
        let log = try await stores.mirror.changes(of: .cities, since: nil, limit: 10)
        #expect(Set(log.changes.compactMap { $0.fields.first?.to?.text }) == Set(texts))
        for record in records {
            let favorite = Favorite(source: .cities, kind: "cities", record: record, addedAt: noon, note: record.title)
            #expect(try await stores.user.addFavorite(favorite, limit: 9).didChange)
        }
        let favorites = try await query("SELECT title, note FROM favorites WHERE note IS NOT NULL ORDER BY key", stores)
        #expect(favorites.table.rows == texts.map { [.string($0), .string($0)] })
        let key = "k'\u{301}"
        for _ in 0..<4 {
            #expect(try await stores.mirror.records(at: [RecordAddress(source: .cities, key: key)]).isEmpty)
        }
    }

    @Test func `a statement stops at its timeout or its limit`() async throws {
        let stores = try await filled()
        let error = await #expect(throws: SQLError.self) {
            try await query("SELECT count(*) FROM generate_series(1, 1000000000)", stores)
        }
        #expect(error == .timedOut(.seconds(2)))
        let all = try await query("SELECT * FROM generate_series(1, 50) g", stores, limit: 1 << 40)
        #expect(all.table.rows.count == 50 && !all.table.isTruncated)
        let answer = try await query("SELECT * FROM generate_series(1, 50) g", stores, limit: 3)
        #expect(answer.table.rows.count == 3 && answer.table.isTruncated)
    }

    @Test func `columns with the same name get numbers`() async throws {
        #expect(try await query("SELECT 1 AS a, 2 AS a", try await filled()).table.columns == ["a", "a_2"])
    }

    @Test(arguments: [
        ("SELECT * FROM citys", "no such table: citys"), ("SELECT countri FROM cities", "no such column: countri"),
        ("SELECT c.countri FROM cities c", "no such column: c.countri"),
    ])
    func `an unknown name is reported as in a local store`(text: String, detail: String) async throws {
        let error = await #expect(throws: SQLError.self) { try await query(text, try await filled()) }
        #expect(error == .invalid(detail))
    }
}
