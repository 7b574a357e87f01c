import AggSource
import AggTesting
import AggText
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// Problems that people hit within an hour on full-size data: wrong or useless answers although every test passed.
    ///
    /// The tests use the recorded data if available, otherwise the starter samples, which have the same format.
    struct FirstSightTests {
        /// A home with all the data, created once.
        private static let shared = Task {
            guard RecordedServices.areThere else { return try Agg() }
            let server = try await LoopbackServer.start { RecordedServices.answer($0) }
            let agg = try Agg()
            let url = try agg.file("cities.json", RecordedServices.cities())
            try agg.configure(RecordedServices.configuration(server, cities: "url: \"\(url)\""))
            let refresh = try await agg.run("refresh")
            await server.stop()
            try #require(refresh.status == 0, "\(refresh.errors)")
            return agg
        }

        /// The output of the lines of a script.
        private func text(_ lines: String..., columns: String = "200") async throws -> String {
            try await Self.shared.value.run(
                arguments: ["--offline", "--quiet"], input: lines.joined(separator: "\n"),
                environment: ["COLUMNS": columns]
            ).output
        }

        private func json(_ line: String) async throws -> JSONValue {
            try await Self.shared.value.run("--offline", "--quiet", "--json", "-c", line).json
        }

        private func records(_ line: String) async throws -> [JSONValue] {
            try await json(line)["records"]?.arrayValue ?? []
        }

        private func notes(_ line: String) async throws -> [String] {
            (try await json(line)["notes"]?.arrayValue ?? []).compactMap(\.stringValue)
        }

        @Test func `a query with only a sort order sorts all records`() async throws {
            let titles = try await records("list cities sort:-title --limit 20").compactMap { $0["title"]?.stringValue }
            #expect(titles.count == 20 && titles.map(Folding.fold) == titles.map(Folding.fold).sorted(by: >))
            let schools = try await records("list nyc-schools sort:-total_students --limit 5")
            let students = schools.compactMap { $0["fields"]?["total_students"]?.intValue }
            #expect(schools.first?["key"]?.stringValue == "13K430" && students == students.sorted(by: >))
        }

        @Test(arguments: [("rome", "3169070"), ("milan", "3173435"), ("munich", "2867714"), ("cologne", "2886242")])
        func `finds a large city by its English name, and near measures from it`(
            name: String, key: String
        ) async throws {
            #expect(try await records("search \(name)").first?["key"]?.stringValue == key)
            #expect(try await notes("near \(name) 1km").first?.hasSuffix("(cities:\(key))") == true)
        }

        @Test func `repeated keys lose no inspections`() async throws {
            let rows = try await records("list chicago-inspections --limit all")
            #expect(RecordedServices.areThere ? rows.count == 1_000 : rows.count > 50)
            #expect(Set(rows.compactMap { $0["key"]?.stringValue }).count == rows.count)
        }

        @Test func `no record is at 0, 0, and near accepts that place`() async throws {
            let count = try await json("sql SELECT count(*) AS n FROM records WHERE latitude = 0 AND longitude = 0")
            #expect(count["rows"]?.arrayValue?.first?["n"]?.intValue == 0)
            #expect(try await json("near 0,0 1km")["count"]?.intValue == 0)
        }

        @Test(arguments: ["search source:nyc-schools", "search sort:-date", "search has:date", "search country:FR"])
        func `a query with only filters finds records`(line: String) async throws {
            let records = try await records(line)
            #expect(records.count > 1 && records.allSatisfy { $0["favorite"] == false })
        }

        @Test func `numbers that came as text are compared and sorted as numbers`() async throws {
            let best = try await records("list nyc-schools sat_math_avg_score:>650 sort:-sat_math_avg_score")
            #expect(best.first?["key"]?.stringValue == "02M475")
            #expect(best.allSatisfy { $0["fields"]?["sat_math_avg_score"]?.intValue ?? 0 > 650 })
            #expect(try await !records("list nyc-schools zip:>11200").isEmpty)
            #expect(
                try await notes("list github language:>5") == [
                    "language is text; “>” works only with numbers and dates"
                ])
        }

        @Test(arguments: ["search pizza sort:title", "near 41.88,-87.63 5km", "search school sort:-title"])
        func `a table keeps the requested order`(line: String) async throws {
            let numbers = try await text("\(line) --limit 30").split(separator: "\n").dropFirst()
                .prefix { $0.first == " " || $0.first?.isNumber == true }
                .compactMap { Int($0.drop { $0 == " " }.prefix { $0.isNumber }) }
            #expect(
                numbers.count > 2 && Array(numbers.prefix(while: { $0 < 31 })).sorted() == numbers.filter { $0 < 31 })
        }

        @Test(arguments: [
            "near 41.88 -87.63 1km", "near \"41.88, -87.63\" 1km", "near 41.88N 87.63W 1 km",
            "near geo:41.88,-87.63 1000 m",
            "near (41.88, -87.63) 0.6214mi", "near 41.88,-87.63 3280.8 ft",
        ])
        func `accepts places and distances as people write them`(line: String) async throws {
            let usual = try await records("near 41.88,-87.63 1km").compactMap { $0["address"]?.stringValue }
            #expect(try await records(line).compactMap { $0["address"]?.stringValue } == usual)
        }

        @Test(arguments: [
            "near \"chicago, nowhere\"", "near chicago 0km", "near 95,10 1km", "near chicago 5 parsecs of fun,",
        ])
        func `rejects anything else instead of searching around a restaurant`(line: String) async throws {
            let agg = try await Self.shared.value
            let result = try await agg.run("--offline", "-c", line)
            #expect(result.status != 0 || !result.output.contains("chicago-inspections:"), "\(result.output)")
        }

        @Test func `a mistyped column is reported`() async throws {
            #expect(try await notes("search nosuch:5").first?.hasPrefix("no source has a column “nosuch”") == true)
        }

        @Test(arguments: [
            ("search pizza >out.txt", "put a space after “>”: “> out.txt”"),
            ("search -q london", "“-q” excludes"),
            ("!ls", "“| COMMAND”"), (".tables", "“schema ID”"), ("clear", "Ctrl-L"),
            ("select country", "“sql select …”"),
            ("sql select country", "that column"), ("live", "“live” needs an interactive terminal"),
            ("list cities --sort x", "“sort:COLUMN”"),
        ])
        func `habits from other programs work or get advice`(line: String, advice: String) async throws {
            let result = try await Self.shared.value.run("--offline", "-c", line)
            #expect((result.output + result.errors).contains(advice), "\(result.output)\(result.errors)")
        }

        @Test func `favorites as CSV have tags and notes, and a hint can be pasted into a shell`() async throws {
            let agg = try Agg()
            let answer = try await agg.run(
                "--offline", "-q", "-c", "favorite cities:3169070 --tag trip --note \"in May\"; favorites --format csv")
            #expect(answer.output.contains("favorite,tags,note\r\n") && answer.output.contains(",true,trip,in May\r\n"))
            let hint = try await agg.run(
                "--offline", "-q", "list", "nyc-schools", "total_students:>1000", "--limit", "2")
            #expect(hint.output.contains("agg list nyc-schools 'total_students:>1000' --limit 4"))
        }

        @Test func `a failed first refresh reports the URL and the sample in use`() async throws {
            let server = try await LoopbackServer.start { _ in LoopbackResponse(status: 404) }
            let agg = try Agg()
            try agg.configure(cities: server.url("/cities.json"))
            let result = try await agg.run("refresh", "cities")
            #expect(result.errors.contains("using the starter sample of") && !result.errors.contains("no stored copy"))
            #expect(result.errors.contains("\(server.url("/cities.json"))"))
            await server.stop()
        }

        @Test func `refresh reports a feed that is not well-formed`() async throws {
            let agg = try Agg()
            let feed = try agg.file("feed.xml", "<rss><channel><title>F</title><item><title>A</title></item><item><tit")
            try agg.configure(["feed": "url: \"\(feed)\""])
            #expect(try await agg.run("refresh", "feed").output.contains("not well-formed"))
        }

        @Test func `sizes are decimal`() async throws {
            let agg = try Agg()
            let list = String(repeating: " ", count: 1_300_000) + CityList.plain(100)
            try agg.configure(["cities": "url: \"\(try agg.file("list.json", list))\""], network: "{max_body: 2MB}")
            let size = Double(list.utf8.count) / 1_000_000
            let output = try await agg.run("refresh", "cities").output
            #expect(output.contains(String(format: " %.1f MB", size)), "\(output)")
        }

        @Test func `results have a short footer with 22 feeds and no network`() async throws {
            let server = try await LoopbackServer.start { request in
                LoopbackResponse(
                    "<rss><channel><title>F</title><item><title>Bridge \(request.path)</title></item></channel></rss>")
            }
            let agg = try Agg()
            let feeds = (1...22).map { "  - {id: feed-\($0), kind: feed, url: \"\(server.url("/\($0)"))\"}\n" }
            try agg.configure("sources:\n  - {id: feed, enabled: false}\n" + feeds.joined())
            #expect(try await agg.run("refresh", "feed-1").status == 0)
            _ = try await agg.run("refresh")
            await server.stop()
            _ = try await agg.run("refresh")
            let lines = try await agg.run("--offline", "-q", "search", "bridge", "--limit", "3").output
                .split(separator: "\n")
            // A heading, the column headers, and a row for each of three sources.
            #expect(lines.count <= 3 * 3 + 3, "\(lines)")
        }

        @Test func `help explains the query language, and tables have the requested columns`() async throws {
            let help = try await text("help query")
            for part in ["sort:COLUMN", "-TERM", "A OR B", "COLUMN:A..B", ">30d", "near:", "has:PART"] {
                #expect(help.contains(part), "\(part)")
            }
            #expect(try await text("list cities -n 1 --columns '*' --format csv").contains("country"))
            #expect(try await text("list cities -n 1 --columns +country").contains("country"))
            #expect(try await text("list cities -n 1 --format csv --no-header").split(separator: "\r\n").count == 1)
        }

        @Test func `a limited list reports the total, and count agrees with the full list`() async throws {
            let all = try await json("count country:FR")["matched"]?.intValue ?? 0
            #expect(all > 10)
            #expect(try await records("list cities country:FR --limit all").count == all)
            let list = try await json("list cities --limit 3")
            #expect(list["matched"]?.intValue == list["sources"]?.arrayValue?.first?["records"]?.intValue)
        }

        @Test func `matched letters have a color that suits the background`() async throws {
            let agg = try await Self.shared.value
            func colored(_ theme: String) async throws -> String {
                try await agg.run("--offline", "-q", "--color", "always", "-c", "set theme \(theme); search lond -n 1")
                    .output
            }
            let (dark, light) = (try await colored("dark"), try await colored("light"))
            #expect(dark != light && dark.contains("mLond\u{1B}["))
        }

        @Test func `row numbers work, after sql too, and dates and times are readable`() async throws {
            let agg = try Agg()
            let script =
                "search london -n 5\nfavorite 1 2-3\nfavorites --json\nsql SELECT address FROM cities LIMIT 2\nshow 2"
            let output = try await agg.run(arguments: ["--offline", "-q"], input: script).output
            #expect(output.contains(#""count":3"#))
            #expect(output.contains("  coordinate"))
            #expect(try await text("list chicago-inspections -n 1 --columns title,date").contains("201"))
            #expect(try await text("search zzzzqq").contains(" ms)"))
        }
    }
}
