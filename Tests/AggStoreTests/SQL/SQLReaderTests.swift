import Foundation
import GRDB
import Testing

@testable import AggSource
@testable import AggStorage
@testable import AggStore

/// What SQL can read, and what it cannot.
struct SQLReaderTests {
    private let folder = TemporaryFolder()
    private let stores: Stores

    init() throws {
        stores = try Stores.open(folder: folder.path)
    }

    private static let columns = [
        Column("country", .text, "The country."), Column("people", .integer, "How many live there."),
        Column("share", .decimal, "A share."), Column("founded", .date, "When."), Column("big", .boolean, "Whether."),
        Column("tags", .list, "Words."), Column("address", .text, "The street."),
    ]

    private func fill() async throws {
        try await stores.mirror.fill(with: [
            Record(
                key: "1", title: "London", subtitle: "United Kingdom", date: RecordDate(iso8601: "2024-03-05"),
                coordinate: Coordinate(latitude: 51.5, longitude: -0.125), prominence: 7,
                fields: [
                    .init("country", .text("GB")), .init("people", .integer(9)), .init("share", .decimal(0.5)),
                    .init("founded", .date(RecordDate(canonical: "0047-01-01"))), .init("big", .boolean(true)),
                    .init("tags", .list(["old", "wet"])), .init("address", .text("Whitehall 1")),
                ]),
            Record(
                key: "2", title: "It's", fields: [.init("people", .text("s")), .init("share", .decimal(.infinity))]),
        ])
        try await stores.mirror.fill(.named("a-b"), with: [.titled("Other")])
    }

    @Test func `the view of a source called like a view of all sources has its kind in its name`() async throws {
        try await stores.mirror.fill(.named("records"), with: [.titled("Oak")])
        let views = SQLViews.stubs(of: ["records", "a-b"], kind: "table")
        #expect(views.views.map(\.name) == ["records", "favorites", "sources", "records-table", "a-b"])
        let answer = try await stores.sql.query(
            SQLQuery(#"SELECT address, title FROM "records-table""#, views: views, limit: 5))
        #expect(answer.table.rows == [[.string("records:Oak"), .string("Oak")]])
        #expect(views.sources(of: answer.views).map(\.id.description) == ["records"])
    }

    private func views(isServed: Bool = true) -> SQLViews {
        SQLViews(
            ["cities", "a-b"].map { id in
                SQLViews.Source(
                    status: SourceStatus(
                        id: .named(id), kind: "stub", phase: .loaded, origin: .remote, records: 2, favorites: 0,
                        fetchedAt: noon, age: .seconds(60), isStale: false, reason: nil, notes: [], nextRefresh: nil,
                        isServed: isServed),
                    columns: id == "cities" ? Self.columns : [])
            })
    }

    private func rows(_ sql: String, isServed: Bool = true) async throws -> [[JSONValue]] {
        try await stores.sql.query(SQLQuery(sql, views: views(isServed: isServed), limit: 50)).table.rows
    }

    private func error(_ sql: String, timeout: Duration = .seconds(5)) async -> SQLError? {
        do throws(SQLError) {
            _ = try await stores.sql.query(SQLQuery(sql, views: views(), limit: 5, timeout: timeout))
            return nil
        } catch {
            return error
        }
    }

    @Test func `a source is a view with typed columns`() async throws {
        try await fill()
        let sql = "SELECT title, country, people, share, founded, big, tags FROM cities ORDER BY key"
        #expect(
            try await rows(sql) == [
                ["London", "GB", 9, .decimal(0.5), "0047-01-01", 1, #"["old","wet"]"#],
                ["It's", .null, "s", .decimal(.infinity), .null, .null, .null],
            ])
    }

    @Test func `a source's own column hides a common column of the same name`() async throws {
        try await fill()
        #expect(try await rows("SELECT address, key FROM cities WHERE key = '1'") == [["Whitehall 1", "1"]])
        #expect(try await rows("SELECT address, prominence FROM records WHERE title = 'London'") == [["cities:1", 7]])
        #expect(try await rows("SELECT address FROM \"a-b\"") == [["a-b:Other"]])
    }

    @Test func `every view has exactly the columns it declares`() async throws {
        try await fill()
        for view in views().views {
            let query = SQLQuery("SELECT * FROM \"\(view.name)\"", views: views(), limit: 9)
            let table = try await stores.sql.query(query).table
            #expect(table.columns == view.columns.map(\.name), "\(view.name)")
        }
        #expect(try await rows("SELECT id, records, stale FROM sources") == [["cities", 2, 0], ["a-b", 2, 0]])
    }

    @Test func `joins favorites with records`() async throws {
        try await fill()
        let record = Record(key: "1", title: "London, then")
        let favorite = Favorite(source: .cities, kind: "cities", record: record, addedAt: noon)
        _ = try await stores.user.addFavorite(favorite, limit: 9)
        let sql = "SELECT f.title, r.title FROM favorites f JOIN records r USING (address)"
        #expect(try await rows(sql) == [["London, then", "London"]])
    }

    @Test func `the view of a source whose rows must not be shown is empty`() async throws {
        try await fill()
        #expect(try await rows("SELECT * FROM cities", isServed: false).isEmpty)
        #expect(try await rows("SELECT * FROM records", isServed: false).isEmpty)
    }

    @Test func `counts rows without reading their columns`() async throws {
        try await fill()
        #expect(try await rows("SELECT count(*) FROM cities") == [[2]])
        #expect(try await rows("WITH n AS (SELECT 1 UNION SELECT 2) SELECT count(*) FROM n, favorites") == [[0]])
        #expect(try await rows("SELECT count(*) FROM records, sources, json_each('[1,2]')") == [[12]])
    }

    @Test func `an empty store returns no rows`() async throws {
        #expect(try await rows("SELECT * FROM cities").isEmpty)
        #expect(try await rows("SELECT count(*) FROM records") == [[0]])
    }

    @Test(arguments: [
        "DELETE FROM records", "INSERT INTO cities (key) VALUES (1)", "UPDATE cities SET key = 1", "DROP VIEW records",
        "CREATE TABLE x (y)", "ATTACH 'x' AS y", "DETACH temp", "PRAGMA user_version", "VACUUM", "BEGIN", "REINDEX",
        "ANALYZE", "SAVEPOINT x", "WITH x AS (SELECT 1) DELETE FROM records",
        "WITH x AS (SELECT 1) INSERT INTO cities SELECT 1",
        "SELECT load_extension('x')", "SELECT * FROM record", "SELECT count(*) FROM record",
        "SELECT 1 FROM main.record",
        "SELECT * FROM sqlite_master", "SELECT * FROM sqlite_temp_master", "SELECT * FROM record_text('london')",
        "SELECT * FROM pragma_table_info('record')", "WITH records AS (SELECT * FROM record) SELECT * FROM records",
        "SELECT * FROM (SELECT * FROM source) AS records", "SELECT 1; SELECT 2", "SELECT 1; DROP TABLE x",
        "SELECT 1;;x",
        "EXPLAIN DELETE FROM record",
    ])
    func `rejects a statement that does more than read the views`(sql: String) async throws {
        try await fill()
        let refusal = await error(sql)
        guard case .refused(let reason) = refusal else {
            Issue.record("\(sql): \(String(describing: refusal))")
            return
        }
        #expect(reason.hasPrefix("sql ") && !reason.hasSuffix("."))
        #expect(try await rows("SELECT count(*) FROM records") == [[3]])
    }

    @Test(arguments: [
        "SELECT * FROM sqlite_master", "SELECT * FROM dbstat", "SELECT * FROM pragma_table_info('cities')",
        "SELECT count(*) FROM record_text", "SELECT * FROM record_text('london')",
    ])
    func `says that a statement can only read the views if it reads another table`(sql: String) async throws {
        try await fill()
        guard case .refused(let reason) = await error(sql) else {
            Issue.record("not refused: \(sql)")
            return
        }
        #expect(reason.hasPrefix("sql can only read the views: ") && reason.hasSuffix("“schema” lists the views"))
    }

    @Test(arguments: ["\"SELECT 1; SELECT 2\"", "'SELECT 1'"])
    func `rejects a statement in quotes and says to remove them`(sql: String) async throws {
        #expect(await error(sql) == .invalid("remove the quotes around the statement"))
    }

    @Test(arguments: [
        "SELECT 1", "select 1;", " SELECT 1 ; ", "SELECT 1; -- and no more", "/* a */ VALUES (1)", "-- a\nSELECT 1",
    ])
    func `accepts one statement with comments, spaces, and a semicolon`(sql: String) async throws {
        #expect(try await rows(sql) == [[1]])
    }

    @Test(arguments: [
        ("SELECT", "incomplete input"), ("SELECT nme FROM cities", "nme"), ("SELECT 'x", "unrecognized"),
        ("SELECT \"nothing\" FROM cities", "nothing"), ("SELECT f(1)", "no such function"), ("SELECT 1\0", "NUL"),
        ("SELECT * FROM nowhere", "nowhere"),
    ])
    func `an error in a statement names the part at fault`(sql: String, part: String) async throws {
        guard case .invalid(let detail) = await error(sql) else {
            Issue.record("\(sql) was not invalid")
            return
        }
        #expect(detail.contains(part))
    }

    private static let forever =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"

    @Test func `stops an endless statement at its timeout`() async throws {
        #expect(await error(Self.forever, timeout: .milliseconds(50)) == .timedOut(.milliseconds(50)))
    }

    @Test func `a cancelled task stops its statement`() async throws {
        let (sql, views) = (stores.sql, views())
        let task = Task { () -> SQLError? in
            do throws(SQLError) {
                _ = try await sql.query(SQLQuery(Self.forever, views: views, limit: 1, timeout: .seconds(60)))
                return nil
            } catch {
                return error
            }
        }
        try await Task.sleep(for: .milliseconds(30))
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    @Test func `an endless result stops at its limit, and huge values are rejected`() async throws {
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
        let table = try await stores.sql.query(SQLQuery(endless, views: views(), limit: 3)).table
        #expect(table.rows == [[1], [2], [3]])
        #expect(table.isTruncated)
        let great = await error("SELECT zeroblob(1000000000)")
        #expect(great == .failed("string or blob too big"))
    }

    @Test func `stops a statement at its timeout even if it takes only a few steps per row`() async {
        #expect(await error("SELECT 1", timeout: .zero) == .timedOut(.zero))
    }

    @Test(arguments: [
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
        "SELECT hex(zeroblob(30000)), hex(zeroblob(30000))", "SELECT zeroblob(60000)",
    ])
    func `stops a statement whose result takes too much memory`(sql: String) async throws {
        let reader = SQLiteSQLReader(
            mirror: .mirror(at: folder.path("mirror.sqlite")), users: stores.user, busyTimeout: 5, mostBytes: 100_000)
        let error = SQLError.failed(
            "the result is larger than 100 kB; select fewer columns, or fewer rows with LIMIT")
        await #expect(throws: error) { try await reader.query(SQLQuery(sql, views: views(), limit: 1 << 40)) }
        #expect(try await reader.query(SQLQuery("SELECT 1", views: views(), limit: 1)).table.rows == [[1]])
    }

    @Test(
        arguments: [
            ("SELECT 'cities', 'a-b'", []), ("SELECT * FROM cities", ["cities"]),
            ("SELECT count(*) FROM CITIES", ["cities"]),
            ("SELECT * FROM \"a-b\" WHERE title <> 'cities'", ["a-b"]),
            ("SELECT 1 WHERE EXISTS (SELECT 1 FROM cities)", ["cities"]),
            ("SELECT c.title FROM cities AS feed JOIN \"a-b\" AS c", ["a-b", "cities"]),
            ("WITH cities AS (SELECT * FROM \"a-b\") SELECT title FROM cities", ["a-b"]),
            ("WITH cities AS (SELECT 1 AS title) SELECT title FROM cities", []),
            ("WITH x AS (SELECT * FROM cities) SELECT 1", []),
            ("WITH x AS (SELECT * FROM cities) SELECT (SELECT max(key) FROM x)", ["cities"]),
            ("SELECT title FROM cities UNION SELECT title FROM favorites", ["cities", "favorites"]),
            ("SELECT title FROM records WHERE source = 'a-b'", ["records"]), ("SELECT id FROM sources", ["sources"]),
            ("SELECT favorites FROM sources", ["sources"]), ("SELECT value FROM json_each('[\"cities\"]')", []),
        ] as [(String, Set<String>)])
    func `reports which views a statement reads, whatever its text looks like`(sql: String, read: Set<String>)
        async throws
    {
        try await fill()
        #expect(try await stores.sql.query(SQLQuery(sql, views: views(), limit: 9)).views == read)
    }

    @Test func `an unreadable user file fails only statements that read favorites`() async throws {
        try await fill()
        try Data(repeating: 7, count: 5_000).write(to: folder.url.appending(path: "broken.sqlite"))
        let broken = StoreFile(
            path: folder.path("broken.sqlite"), settings: .init(migrator: UserSchema.migrator, pragmas: ""))
        let reader = SQLiteSQLReader(
            mirror: .mirror(at: folder.path("mirror.sqlite")),
            users: SQLiteUserStore(broken, UserBackups(file: broken.path, clock: .system)), busyTimeout: 5)
        #expect(
            try await reader.query(SQLQuery("SELECT 'favorites'", views: views(), limit: 1)).table.rows
                == [["favorites"]])
        await #expect(throws: SQLError.self) {
            try await reader.query(SQLQuery("SELECT * FROM favorites", views: views(), limit: 1))
        }
    }

    @Test func `numbers repeated column names`() async throws {
        let table = try await stores.sql.query(
            SQLQuery("SELECT 1 AS a, 2 AS a, x'0AFF' AS b", views: views(), limit: 3)
        ).table
        #expect(table.columns == ["a", "a_2", "b"])
        #expect(table.rows == [[1, 2, "0aff"]])
    }

    @Test(arguments: [
        ("51.50853, -0.12574, 48.85341, 2.3488", 343.8), ("0, 179.5, 0, -179.5", 111.2), ("90, 0, 90, 120", 0),
        ("-90, 0, 90, 0", 20_015.1), ("10, 20, 10, 20", 0),
    ])
    func `distances are great-circle distances`(places: String, expected: Double) async throws {
        let distance = try #require(try await rows("SELECT distance_km(\(places))").first?.first?.doubleValue)
        #expect(abs(distance - expected) < 0.1)
        #expect(try await rows("SELECT distance_km(1, 2, 3, NULL)") == [[.null]])
        #expect(try await rows("SELECT distance_km(91, 2, 3, 4)") == [[.null]])
    }

    @Test func `queries a folder that cannot be written`() async throws {
        try await fill()
        let copy = folder.url.appending(path: "read only#?%")
        try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
        // Moves the log into the file, as when the last process closes it.
        try await DatabaseQueue(path: folder.path("mirror.sqlite")).writeWithoutTransaction { db in
            _ = try db.checkpoint(.truncate)
        }
        try FileManager.default.copyItem(
            atPath: folder.path("mirror.sqlite"), toPath: copy.appending(path: "mirror.sqlite").path)
        let reader = SQLiteSQLReader(
            mirror: .mirror(at: copy.appending(path: "mirror.sqlite").path), users: stores.user, busyTimeout: 5)
        let sql = "SELECT count(*) FROM records WHERE latitude > 50"
        #expect(try await reader.query(SQLQuery(sql, views: views(), limit: 1)).table.rows == [[1]])
    }
}
