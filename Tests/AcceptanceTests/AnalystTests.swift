import AggSource
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// An analyst's day with the built program: groups, pivots, parameters, repetition, and multiline SQL.
    struct AnalystTests {
        private func script(_ lines: String, _ agg: Agg? = nil, status: Int32 = 0) async throws -> Agg.Result {
            let result = try await (agg ?? Agg()).run(arguments: ["--offline", "--quiet", "--no-init"], input: lines)
            #expect(result.status == status, "\(result.errors)")
            return result
        }

        @Test func `parentheses, sort orders, and pivots work from a shell`() async throws {
            let agg = try Agg()
            let found = try await agg.run(
                "--offline", "search", "(tokyo", "OR", "kyoto)", "-(country:US", "OR", "country:MX)", "--json")
            #expect(Set(try found.titles).isSuperset(of: ["Tokyo", "Kyoto"]))
            let sorted = try await agg.run(
                "--offline", "--quiet", "list", "nyc-schools", "sort:borough,-total_students", "--format", "tsv",
                "--columns", "borough,total_students", "--no-header", "--limit", "all")
            let rows = sorted.output.split(separator: "\n").map {
                $0.split(separator: "\t", omittingEmptySubsequences: false)
            }
            #expect(rows.map { String($0[0]) } == rows.map { String($0[0]) }.sorted())
            for (left, right) in zip(rows, rows.dropFirst()) where left[0] == right[0] {
                #expect(Int(left[1]) ?? -1 >= Int(right[1]) ?? -1)
            }
            let pivot = try await agg.run("--offline", "count", "by", "risk,results", "--pivot", "--json").json
            #expect(pivot["columns"]?.arrayValue?.first == "risk" && pivot["columns"]?.arrayValue?.last == "total")
            let weeks = try await agg.run("--offline", "--quiet", "facet", "date", "--step", "week", "--format", "csv")
            #expect(weeks.output.contains("\n2013-W"))
        }

        @Test func `a saved search takes parameters and reports a missing one`() async throws {
            let agg = try Agg()
            let result = try await script(
                """
                save fails search results:fail {what} zip:{zip=60614}
                run fails pizza zip=60601 --json
                run fails
                """, agg, status: 2)
            #expect(result.output.contains("\"query\":\"results:fail pizza zip:60601\""))
            #expect(result.errors.contains("line 3: no value for “what”; usage: run fails WHAT [zip=60614]"))
        }

        @Test func `statements can span lines, and their results can be numbered, charted, and mapped`() async throws {
            let result = try await script(
                """
                sql SELECT country, count(*) AS n
                FROM cities -- it's the sample
                GROUP BY country
                ORDER BY n DESC LIMIT 3;
                chart
                sql SELECT address, title FROM cities
                WHERE title = 'London';
                map
                show 1
                sql SELECT count(*) FROM nyc-schools
                """, status: 2)
            #expect(result.output.contains("country") && result.output.contains("█"))
            #expect(result.output.contains(" labeled") && result.output.contains("cities:2643743"))
            #expect(result.errors.contains("line 10: ") && result.errors.contains("\"nyc-schools\""))
        }

        @Test func `sql reads statements from standard input`() async throws {
            let agg = try Agg()
            let result = try await agg.run(
                arguments: ["--offline", "--quiet", "sql", "-", "--format", "csv"],
                input: "SELECT 1 AS a;\n\n-- one more;\nSELECT 'x;y'\n  AS b")
            #expect(result.status == 0 && result.output == "a\r\n1\r\nb\r\nx;y\r\n")
            let broken = try await agg.run(
                arguments: ["--offline", "--quiet", "sql", "-"], input: "SELECT 1; SELECT nothing; SELECT 2")
            #expect(broken.status == 2 && broken.output.contains("2\n"))
            #expect(try await agg.run(arguments: ["sql", "-"], input: " ;").status == 2)
            let minus = try await agg.run(
                arguments: ["--quiet", "sql", "select", "3", "-", "1", "AS", "n", "--format", "csv"], input: "9")
            #expect(minus.output == "n\r\n2\r\n")
        }

        @Test func `a statement with a line that is not text is not run`() async throws {
            let agg = try Agg()
            _ = try agg.file("query.sql", "")
            try Data("select 1\nwhere '\u{E9}' = 'x'".unicodeScalars.map { UInt8($0.value) })
                .write(to: URL(filePath: agg.folder.path("query.sql")))
            let result = try await agg.shell("cd; '\(builtProgram("agg"))' sql - < query.sql")
            #expect(result.status == 2 && result.output.isEmpty)
            #expect(result.errors == "agg: line 2: not valid UTF-8; no statement was run\n")
        }

        @Test func `edit opens the last statement and runs the edited one`() async throws {
            let agg = try Agg()
            let editor = agg.folder.path("editor")
            try "#!/bin/sh\nsed -i 's/LIMIT 1/LIMIT 2/' \"$1\"\n".write(
                toFile: editor, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: editor)
            let result = try await agg.run(
                arguments: ["--offline", "--quiet", "--no-init"],
                input:
                    "sql SELECT title FROM cities LIMIT 1\nedit --format csv --no-header\nsave two\nrun two --json\n",
                environment: ["EDITOR": editor])
            #expect(result.status == 0, "\(result.errors)")
            let lines = result.output.split(whereSeparator: \.isNewline)
            #expect(lines.last?.contains("\"count\":2") == true)
        }

        @Test func `edit without a terminal or an editor asks for one and names no file`() async throws {
            let agg = try Agg()
            let cases: [([String: String], String)] = [
                ([:], "standard input is not a terminal; run agg in a terminal, or set EDITOR"),
                (
                    ["EDITOR": "no-such-editor"],
                    "cannot find the editor “no-such-editor”; set VISUAL or EDITOR to another one"
                ),
            ]
            for (variables, reason) in cases {
                let result = try await agg.run(
                    arguments: ["--offline", "--quiet"], input: "sql SELECT 1\nedit\n", environment: variables)
                #expect(result.status == 1)
                #expect(result.errorLines.count == 1)
                #expect(result.errors.hasSuffix("\(reason)\n"), "\(result.errors)")
            }
        }

        @Test func `watch repeats a command and ends`() async throws {
            let result = try await script(
                "watch --times 3 0.1 count source:cities --format csv\ncount zzz --format csv\n")
            #expect(result.output == "source,count\r\ncities,1343\r\nsource,count\r\n")
        }

        @Test func `related records have reasons`() async throws {
            let agg = try Agg()
            let result = try await agg.run("--offline", "--quiet", "related", "cities:2643743", "--json")
            let records = try #require(try result.json["records"]?.arrayValue)
            #expect(records.contains { $0["why"]?.stringValue?.isEmpty == false })
        }

        @Test func `at a prompt, a statement continues until its semicolon`() async throws {
            let terminal = try Agg().session("--offline")
            try await terminal.waitForPrompt()
            try terminal.type("sql SELECT 40 +\r")
            try await terminal.waitAtLine("...>")
            try terminal.type("2 AS answer;\r")
            try await terminal.wait(for: "42")
            try await terminal.waitForPrompt()
            try terminal.type("sql SELECT title,\r")
            try await terminal.waitAtLine("...>")
            try terminal.type("\u{3}")
            try await terminal.waitForPrompt()
            try terminal.type("exit 3\r")
            #expect(try await terminal.waitForExit() == 3 << 8)
        }

        @Test func `what a repeated command said last remains when its screen closes`() async throws {
            let terminal = try Agg().session("--offline")
            try await terminal.waitForPrompt()
            try await terminal.submit("watch --times 2 0.1 show cities:nosuch")
            #expect(terminal.screen.text.contains("no such record: cities:nosuch"))
            try await terminal.submit("watch --times 2 0.1 count tokyo")
            #expect(terminal.screen.text.contains("cities"))
        }

        @Test func `watch fills the screen, and Ctrl-C returns to the prompt`() async throws {
            let terminal = try Agg().session("--offline")
            try await terminal.waitForPrompt()
            try terminal.type("watch 0.2 search tokyo\r")
            try await terminal.wait(for: "every 0.2 s: search tokyo")
            try await terminal.wait(for: "1850147")
            try terminal.type("\u{3}")
            try await terminal.waitForPrompt()
            try terminal.type("exit 3\r")
            #expect(try await terminal.waitForExit() == 3 << 8)
            #expect(terminal.isCooked)
        }

        @Test func `Ctrl-C in watch returns to the prompt without a pager`() async throws {
            let terminal = try Agg().session("--offline", rows: 20, environment: ["PAGER": "sed s/^/paged:/"])
            try await terminal.waitForPrompt()
            try terminal.type("watch 0.2 list cities --limit 40\r")
            try await terminal.wait(for: "every 0.2 s: list cities")
            try terminal.type("\u{3}")
            try await terminal.wait(for: "40 of 1343 records")
            try await terminal.waitForPrompt()
            #expect(!terminal.screen.text.contains("paged:"))
        }
    }
}
