import AggSource
import AggStorage
import AggTesting
import Testing

import AggCommands

@Suite struct SQLCommandTests {
    private func bench(_ error: SQLError? = nil) throws -> Bench {
        var bench = try Bench()
        bench.context.sql = StubSQL(error: error)
        return bench
    }

    private func table(_ output: CommandOutput) -> DataTable? {
        (output.body as? TableReport)?.table
    }

    @Test func `passes the statement as typed, with the limit of the settings and a timeout of 5 s`() async throws {
        let output = try await bench().run("sql SELECT 'it''s' FROM \"a-b\"")
        #expect(table(output)?.rows == [["SELECT 'it''s' FROM \"a-b\"", 50, 5]])
    }

    @Test func `only columns of the result can be selected`() async throws {
        let bench = try bench()
        #expect(try await bench.run("sql SELECT 1 --columns limit,text").columns == ["limit", "text"])
        #expect(
            await bench.error(of: "sql SELECT 1 --columns txet")?.message.hasPrefix(
                "unknown column “txet”; did you mean “text”?") == true)
        #expect(
            await bench.error(of: "sql SELECT 1 --columns nonsense")?.message.hasPrefix(
                "unknown column “nonsense”; the columns are text, limit, timeout") == true)
        #expect(try await bench.run("last --columns limit").columns == ["limit"])
    }

    @Test func `reports the sources that were read, not those whose names appear`() async throws {
        var bench = try Bench(sources: ["towns", "a-b"])
        for (views, sources) in [([], []), (["towns"], ["towns"]), (["records", "sources"], ["towns", "a-b"])] {
            bench.context.sql = StubSQL(views: Set(views))
            guard let report = try await bench.run("sql SELECT 'towns', 'records'").body as? TableReport else {
                Issue.record("no table")
                continue
            }
            #expect(report.sources.map(\.id.description) == sources)
        }
    }

    @Test(arguments: [
        ("sql SELECT * FROM peaks", ["peaks"]), ("sql SELECT * FROM records", ["towns", "peaks"]), ("sql SELECT 1", []),
        ("sql SELECT 'towns', downtowns FROM \"peaks\"", ["peaks"]),
    ])
    func `with --max-age, refreshes only the sources whose views the statement may name`(
        line: String, sources: [String]
    ) async throws {
        var bench = try bench()
        bench.policy.maxAge = .seconds(3_600)
        #expect(try await bench.run(line).errors.compactMap(\.source?.description) == sources)
    }

    @Test func `options set the limit and the timeout`() async throws {
        let output = try await bench().run("sql --limit 7 SELECT 1 --timeout 60")
        #expect(table(output)?.rows == [["SELECT 1", 7, 60]])
    }

    @Test func `uses the timeout from the settings if no option sets one`() async throws {
        let bench = try bench()
        _ = try await bench.run("set timeout 2m")
        #expect(table(try await bench.run("sql SELECT 1"))?.rows == [["SELECT 1", 50, 120]])
        #expect(table(try await bench.run("sql SELECT 1 --timeout 9"))?.rows == [["SELECT 1", 50, 9]])
        for wrong in ["0s", "2h", "soon", "-1s", "500ms"] {
            #expect(
                await bench.error(of: "set timeout \(wrong)")?.message
                    == "timeout takes a duration from 1s to 1h, not “\(wrong)”")
        }
    }

    @Test func `joins the words of a command line with spaces`() async throws {
        let output = try await bench().runOneShot(["sql", "SELECT", "'a;", "b'", "--json"])
        #expect(table(output)?.rows.first?.first == "SELECT 'a; b'")
        #expect(output.format == .json)
    }

    @Test(arguments: [
        (SQLError.refused("sql only reads"), "sql_refused", Status.failed, "sql only reads"),
        (.failed("x"), "sql_failed", .failed, "the SQL statement failed: x"),
        (
            .timedOut(.seconds(5)), "sql_timeout", .failed,
            "the SQL statement timed out after 5 s; allow more time with “--timeout 20” or “set timeout 20s”"
        ),
        (.cancelled, "cancelled", .interrupted, "interrupted"),
        (
            .invalid("no such column: titel"), "sql_invalid", .usage,
            "SQL error: no such column: titel; did you mean “title”?"
        ),
        (
            .invalid("no such table: townz"), "sql_invalid", .usage,
            "SQL error: no such table: townz; did you mean “towns”?"
        ),
        (.invalid("no such table: towns"), "sql_invalid", .usage, "SQL error: no such table: towns"),
        (.invalid("no such table: title"), "sql_invalid", .usage, "SQL error: no such table: title"),
        (
            .store(.locked(file: "f")), "store_locked", .failed,
            "f is locked by another program; try again when it is done"
        ),
    ])
    func `an error is one sentence with a status`(
        error: SQLError, code: String, status: Status, message: String
    ) async throws {
        #expect(
            await (try bench(error)).error(of: "sql SELECT titel FROM records")
                == CommandError(code: code, message: message, status: status))
    }

    @Test(arguments: [
        ("country", "; peaks and 1 other view have that column: add “FROM peaks”"),
        ("marked_at", "; favorites has that column: add “FROM favorites”"),
        ("towns.heigt", "; did you mean “height”?"),
    ])
    func `suggests a view or a spelling for an unknown column`(name: String, hint: String) async throws {
        let error = await (try bench(.invalid("no such column: \(name)"))).error(of: "sql SELECT \(name)")
        #expect(error?.message == "SQL error: no such column: \(name)\(hint)")
    }

    @Test func `lists the columns of the view in a statement that has another view's column`() async throws {
        let error = await (try bench(.invalid("no such column: marked_at"))).error(
            of: "sql SELECT marked_at FROM towns")
        #expect(error?.message.hasPrefix("SQL error: no such column: marked_at; towns has address, ") == true)
    }

    @Test func `suggests single quotes for text in double quotes`() async throws {
        let error = await (try bench(.invalid("no such column: Fail"))).error(
            of: "sql SELECT 1 WHERE result = \"Fail\"")
        #expect(error?.message == "SQL error: no such column: Fail; put text in single quotes: 'Fail'")
    }

    @Test(arguments: [
        (["title", "address"], ["towns:3", "peaks:a"], ["towns", "peaks"]),
        (["key", "source"], ["3", "a"], ["towns", "peaks"]),
    ])
    func `a number selects the record in its row`(columns: [String], values: [String], sources: [String]) async throws {
        var bench = try Bench()
        try await bench.holdTownsAndPeaks()
        let rows = zip(values, sources).map { value, source in
            columns.map { JSONValue.string($0 == "title" ? "x" : $0 == "source" ? source : value) }
        }
        bench.context.sql = StubSQL(views: ["records"], table: DataTable(columns: columns, rows: rows))
        _ = try await bench.run("sql SELECT x")
        #expect(try await bench.run("show 2").addresses == ["peaks:a"])
    }

    @Test func `a key identifies a record if all rows come from one source, whatever “address” holds`() async throws {
        var bench = try Bench()
        try await bench.holdTownsAndPeaks()
        let table = DataTable(
            columns: ["key", "address"], rows: [["1", "4307 W IRVING PARK RD"], ["3", "suite: 5"]])
        bench.context.sql = StubSQL(views: ["towns"], table: table)
        _ = try await bench.run("sql SELECT x")
        #expect(try await bench.run("show 2").addresses == ["towns:3"])
    }

    @Test func `rows without addresses have no row numbers, and earlier ones no longer work`() async throws {
        let bench = try bench()
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("search lon")
        _ = try await bench.run("sql SELECT x")
        #expect(
            await bench.error(of: "show 1")?.message
                == "no such row: 1; the last results have no record addresses; select the column “address” to get them"
        )
    }

    @Test(arguments: [
        ("sql .tables", "“.tables”"), ("sql .schema towns", "“.schema”"), ("sql \\d towns", "“\\d”"),
    ])
    func `suggests schema for a command of another program, which is not kept`(line: String, name: String) async throws
    {
        let bench = try bench()
        _ = try await bench.run("sql SELECT 1")
        #expect(
            await bench.error(of: line)
                == CommandError(
                    code: "sql_invalid",
                    message: "\(name) is not an SQL statement; “schema” lists the views and their columns",
                    status: .usage))
        #expect((try await bench.run("save ones").body as? TextAnswer)?.text == "Saved ones: sql SELECT 1")
    }

    @Test func `a missing statement is a usage error`() async throws {
        #expect(await (try bench()).error(of: "sql")?.status == .usage)
        #expect(await (try bench()).error(of: "sql --json")?.status == .usage)
    }

    @Test func `schema lists views and columns as written in a statement`() async throws {
        let rows = try #require(table(try await Bench(sources: ["towns", "a-b"]).run("schema"))).rows
        #expect(rows.contains { $0.prefix(3) == ["towns", "height", "INTEGER"] })
        #expect(rows.contains { $0.prefix(3) == ["\"a-b\"", "country", "TEXT"] })
        #expect(rows.contains { $0.prefix(2) == ["favorites", "note"] })
        let one = try #require(table(try await Bench().run("schema TOWNS"))).rows
        #expect(Set(one.map { $0[0] }) == ["towns"])
        #expect(await (try Bench()).error(of: "schema twons")?.message.contains("did you mean “towns”?") == true)
    }
}
