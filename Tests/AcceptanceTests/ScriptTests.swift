import AggSource
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// The same commands on standard input, with `-c`, and one at a time.
    struct ScriptTests {
        @Test func `continues after a failure, unless --bail is given, and exits with its status`() async throws {
            let agg = try Agg()
            let result = try await agg.run(input: "show cities:0\nsearch lon --json\nnonsense")
            #expect(result.status == 1)
            #expect(result.output.contains("London"))
            #expect(result.errors.contains("line 1:") && result.errors.contains("line 3:"))
            let bailed = try await agg.run("--bail", input: "show cities:0\nsearch lon --json\n")
            #expect(bailed.status == 1)
            #expect(bailed.output.isEmpty)
        }

        @Test func `runs each -c as a line, in order`() async throws {
            let result = try await Agg().run("-c", "set limit 3", "-c", "nonsense", "-c", "set limit --format csv")
            #expect(result.output.hasSuffix("name,value,from\r\nlimit,3,command\r\n"))
            #expect(result.errors.contains("line 2:"))
        }

        @Test func `rejects an argument that is not UTF-8`() async throws {
            let agg = try Agg()
            let program = builtProgram("agg")
            for arguments in ["search \"$(printf 'caf\\351')\"", "-c \"$(printf 'search \\377')\""] {
                let result = try await agg.shell("\(program) \(arguments)")
                #expect(result.status == 2)
                #expect(result.errors == "agg: a command-line argument is not valid UTF-8\n")
                #expect(result.output.isEmpty)
            }
        }

        @Test func `refers to rows of the last answer by number`() async throws {
            let agg = try Agg()
            let result = try await agg.run("-c", "search lon; favorite 1; favorites --json")
            #expect(result.status == 0)
            #expect(result.output.contains("1 of 100"))
            #expect(result.output.contains("cities:2643743"))
            #expect(try await agg.run("show", "1").status == 2)
        }

        @Test func `a file of commands can refer to rows, too`() async throws {
            let agg = try Agg()
            let file = agg.folder.path("rows.agg")
            try "search lon\nshow 1\nlast csv\n".write(toFile: file, atomically: true, encoding: .utf8)
            let result = try await agg.run("read", file)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.output.contains("cities:2643743"))
        }

        @Test func `suggests commands for the same store`() async throws {
            let agg = try Agg()
            let result = try await agg.run(
                arguments: ["--store", "my store", "search", "lon", "--limit", "1"], in: agg.folder.path(""))
            #expect(result.output.contains("for more: agg --store 'my store' search lon --limit 2"), "\(result.output)")
            #expect(result.errors.contains("for the full data, run: agg --store 'my store' refresh cities"))
        }

        @Test(arguments: [
            (["nonsense"], 2), (["search", "--bogus"], 2), (["search", "x", "--source", "nowhere"], 2),
            (["list", "nowhere"], 2),
            (["exit", "7"], 7), (["show", "cities:0"], 1), (["search", "qqqqqq"], 0),
            (["--format", "xml", "sources"], 2),
            (["--max-age", "soon", "search", "x"], 2), (["-c"], 2), (["--version"], 0), (["--help"], 0),
            (["search", "--help"], 0), (["--store", "", "sources"], 2), (["--store=", "sources"], 2),
        ])
        func `exits with the documented status`(arguments: [String], status: Int) async throws {
            #expect(try await Agg().run(arguments: arguments).status == Int32(status))
        }

        @Test func `writes no prompt, color, or progress without a terminal`() async throws {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            let result = try await agg.run(input: "refresh\nsearch london\n")
            #expect(!result.output.contains("agg>"))
            #expect(!(result.output + result.errors).contains("\u{1B}"))
            #expect(result.errors.isEmpty)
        }

        @Test func `rejects a folder as a script`() async throws {
            let agg = try Agg()
            let result = try await agg.run(arguments: [], inputPath: agg.folder.path)
            #expect(result.status == 2)
            #expect(result.errors.contains("folder"))
        }

        @Test func `shortens a word of one megabyte in an error`() async throws {
            let result = try await Agg().run(input: String(repeating: "x", count: 1 << 20))
            #expect(result.status == 2)
            #expect(result.errors.utf8.count < 300)
        }

        @Test(arguments: [
            "set limit ", "show ", "refresh ", "search --", "read ", "search source:",
        ])
        func `shortens a word of one megabyte in the errors of any command`(line: String) async throws {
            let result = try await Agg().run(
                "--offline", "--quiet", input: line + String(repeating: "x", count: 1 << 20))
            #expect(result.status == 1 || result.status == 2)
            #expect(result.errors.utf8.count < 3_000)
            #expect(result.errors.split(separator: "\n").count == 1)
        }

        @Test(arguments: ["x", "x "])
        func `searches for the start of a query of one megabyte and says so`(text: String) async throws {
            let query =
                (text == "x" ? "search " : "list cities ") + String(repeating: text, count: (1 << 20) / text.count)
            let result = try await Agg().run("--offline", "--quiet", input: "\(query)\nsearch lon --limit 1")
            #expect(result.status == 0)
            #expect(result.output.contains("searched only the first 100 words or 10000 characters"))
            #expect(result.output.contains("London"))
        }

        @Test func `reports a line that is not text and runs the next one`() async throws {
            let agg = try Agg()
            let result = try await agg.shell(
                "printf 'set limit 3\\n\\377\\376search\\nse\\000t\\nset limit' | \(builtProgram("agg")) --quiet")
            #expect(result.status == 2)
            #expect(
                result.errors == """
                    agg: line 2: not valid UTF-8; skipped this line
                    agg: line 3: not text (it contains a NUL byte); skipped this line

                    """)
            #expect(result.output.components(separatedBy: "limit    3").count == 3)
        }

        @Test func `prints JSON on one line, errors included`() async throws {
            let agg = try Agg()
            let result = try await agg.run("--json", "-c", "sources\nnonsense\nset limit 3")
            #expect(result.output.split(separator: "\n").count == 2)
            #expect(result.errors.hasPrefix("{\"agg\":1,\"error\":{\"code\":\"unknown_command\""))
            #expect(result.errors.contains("\"line\":2"))
        }

        @Test func `first refreshes anything older than --max-age`() async throws {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            let search = try await agg.run("--max-age", "1h", "search", "berlin", "--json")
            #expect(try search.source("origin") == "remote")
            #expect(try search.titles.isEmpty)
        }

        @Test func `returns no stale rows with the cache off`() async throws {
            let agg = try Agg()
            let file = try agg.file("cities.json", CityList.sample)
            try agg.configure(cities: file)
            _ = try await agg.run("refresh")
            try FileManager.default.removeItem(at: file)
            let result = try await agg.run(input: "refresh\nset cache off\nsearch london --json\n")
            #expect(result.output.contains("\"count\":0"))
            #expect(result.status == 6)
            for ending in ["csv", "json", "txt", "md"] {
                let kept = try agg.file("kept.\(ending)", "precious\n")
                let refused = try await agg.run(input: "set cache off\nlist cities > \(kept.path)\n")
                #expect(refused.status == 1)
                #expect(try String(contentsOf: kept, encoding: .utf8) == "precious\n")
            }
        }
    }
}
