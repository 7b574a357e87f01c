import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// Adding, removing, and showing sources.
    struct SourceCommandTests {
        private static let feed = """
            <rss version="2.0"><channel><title>Town News</title>
            <item><title>Bridge opens</title><guid>1</guid><pubDate>Mon, 02 Nov 2026 10:00:00 GMT</pubDate></item>
            <item><title>Bridge closes</title><guid>2</guid><pubDate>Tue, 03 Nov 2026 10:00:00 GMT</pubDate></item>
            <item><title>Nothing happened</title><guid>3</guid></item></channel></rss>
            """

        @Test func `adds a feed linked from a page, then removes it`() async throws {
            let server = try await LoopbackServer.start { request in
                request.path == "/feed.xml"
                    ? LoopbackResponse(status: 200, headers: ["Content-Type": "text/xml"], body: Array(Self.feed.utf8))
                    : LoopbackResponse(
                        status: 200, headers: ["Content-Type": "text/html"],
                        body: Array(#"<link rel="alternate" type="application/rss+xml" href="/feed.xml">"#.utf8))
            }
            let agg = try Agg()
            try agg.configure("sources: []")
            let added = try await agg.run(
                "-c",
                "source add feed \(server.url("/"))\nrefresh town-news\nfavorite town-news:1\nlist town-news --by date")
            #expect(added.status == 0, "\(added.errors)")
            #expect(added.output.contains("RSS: Town News"))
            #expect(added.output.contains("2026-11-03\n"))
            #expect(added.output.contains("no date\n"))
            #expect(
                try await agg.run("search", "bridge", "--source", "town-news", "--json").titles
                    == ["Bridge opens", "Bridge closes"])
            let details = try await agg.run("sources", "town-news", "--json")
            #expect(try details.source("remark") == "plain http, not encrypted")
            #expect(try details.source("columns")?.arrayValue?.isEmpty == false)
            #expect(try await agg.run("sources", "--format", "table").output.contains("plain http, not encrypted"))

            let removed = try await agg.run("source", "remove", "town-news")
            #expect(removed.output.contains("kept its one favorite"))
            #expect(try await agg.run("list", "town-news").status == 2)
            #expect(try await agg.run("favorites", "--json").titles == ["Bridge opens"])
            await server.stop()
        }

        @Test(arguments: ["./feed.xml", "feed.xml", "FOLDER/feed.xml"])
        func `adds a feed by its file path`(path: String) async throws {
            let agg = try Agg(configuration: "sources: [{id: feed, enabled: false}]")
            _ = try agg.file("feed.xml", Self.feed)
            let path = path.replacing("FOLDER", with: agg.folder.path)
            let script =
                "cd '\(agg.folder.path)' && '\(builtProgram("agg"))' -c 'source add feed \(path) --id news; refresh news; list news'"
            let result = try await agg.shell(script)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.output.contains("Added news (feed)"))
            let missing = try await agg.run("source", "add", "feed", "./none.xml")
            #expect(missing.status == 1 && missing.errors.contains("none.xml"))
        }

        @Test func `imports a list of feeds and exports it`() async throws {
            let agg = try Agg()
            try agg.configure("sources: [{id: feed, enabled: false}]")
            let list = try agg.file(
                "feeds.opml",
                """
                <opml version="2.0"><body><outline text="Town"><outline text="Town News" xmlUrl="https://news.example/a"/>\
                </outline><outline text="Other" xmlUrl="https://news.example/b"/></body></opml>
                """)
            let imported = try await agg.run("source", "import", list.path)
            #expect(imported.status == 0, "\(imported.errors)")
            #expect(imported.output.contains("Added 2 sources"))
            let export = try await agg.run("source", "export", "--opml")
            #expect(export.output.contains(#"<outline text="Town" title="Town">"#))
            #expect(export.output.contains(#"xmlUrl="https://news.example/b""#))
            #expect(export.errors.contains("the list has only sources of the kind “feed”; it omits cities, "))
            #expect(try await agg.run("source", "import", list.path).output.contains("Already added"))
        }

        @Test func `reports all faults of sources at once, even of one whose id repeats`() async throws {
            let agg = try Agg()
            try agg.configure(
                """
                sources:
                  - {id: a, kind: table, url: "https://x.example/a.csv", format: cvs, widths: x, next: y}
                  - {id: a, kind: soda, endpoint: "https://x.example", dataset: zzz, fresh_for: x}
                """)
            let result = try await agg.run("sources")
            #expect(result.status == 2)
            for fault in [
                "“cvs” is not a valid value for format", "“x” is not a valid value for widths",
                "“y” is not a valid value for “next”", "the id “a” appears twice", "“zzz” is not a valid data set id",
                "“x” is not a valid value for fresh_for",
            ] {
                #expect(result.errors.contains(fault), "\(fault)")
            }
        }

        @Test func `never prints the password in a feed's URL`() async throws {
            let agg = try Agg()
            try agg.configure("sources: [{id: feed, enabled: false}]")
            let list = try agg.file(
                "feeds.opml",
                #"<opml><body><outline text="News" xmlUrl="https://ann:hunter22@news.example/a"/></body></opml>"#)
            let imported = try await agg.run("source", "import", list.path)
            let shown = try await agg.run("source", "show", "news")
            let json = try await agg.run("source", "show", "news", "--json")
            let exported = try await agg.run("source", "export", "--opml")
            for result in [imported, shown, json, exported] {
                #expect(result.status == 0 && !(result.output + result.errors).contains("hunter22"))
            }
            #expect(shown.output.contains("https://***@news.example/a"))
            #expect(exported.output.contains(#"xmlUrl="https://news.example/a""#))
            #expect(exported.errors.contains("the list omits the user names and passwords in the URLs of news"))
            let file = agg.folder.path("sources.d/news.yml")
            #expect(try String(contentsOfFile: file, encoding: .utf8).contains("ann:hunter22@"))
        }

        @Test func `turns a built-in source off and on without changing the user's configuration file`() async throws {
            let agg = try Agg()
            try agg.configure("sources: []")
            #expect(try await agg.run("source", "remove", "cities").status == 1)
            #expect(try await agg.run("source", "disable", "cities").status == 0)
            #expect(try await agg.run("list", "cities").status == 2)
            #expect(try await agg.run("sources").output.contains("disabled; run “source enable cities” to enable it"))
            #expect(try await agg.run("sources", "cities", "--json").source("state") == "disabled")
            #expect(try await agg.run("source", "enable", "cities").status == 0)
            #expect(try await agg.run("list", "cities").status == 0)
            #expect(try String(contentsOfFile: agg.folder.path("config.yml"), encoding: .utf8) == "sources: []")
            #expect(try await agg.run("source", "add", "feed", "http://127.0.0.1:1/").status == 1)
            #expect(try await agg.run("source", "add", "nothing", "x").status == 2)
        }

        @Test func `falls back on stored rows after a simulated failure`() async throws {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            #expect(try await agg.run("refresh", "cities").status == 0)
            let failed = try await agg.run("--simulate", "1", "refresh", "cities", "--json")
            #expect(failed.status == 6)
            #expect(try failed.outcome("reason") == "HTTP 503: simulated")
            #expect(try await agg.run("--simulate", "0", "refresh", "cities", "--json").source("records") == 12)
            #expect(try await agg.run("--simulate", "2", "sources").status == 2)
        }

        @Test func `rows of a simulation are reported as such afterward`() async throws {
            let agg = try Agg()
            try agg.configure(cities: try #require(URL(string: "http://127.0.0.1:1/")))
            #expect(try await agg.run("--simulate", "0", "refresh", "cities").status == 0)
            let answer = try await agg.run("search", "lagos", "source:cities", "--json")
            #expect(try answer.source("reason") == "the rows come from a simulation; run “refresh cities”")
        }

        @Test func `a simulated or refused refresh is not taken for a failure of the source later`() async throws {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            #expect(try await agg.run("refresh", "cities").status == 0)
            let both = try await agg.run("--simulate", "1", "-c", "refresh cities; search lon")
            #expect(both.output.contains("cities: stale, 0 s old: HTTP 503: simulated"))
            #expect(try await agg.run("search", "lon").output.contains("cities: 0 s old\n"))
            try agg.configure(cities: try #require(URL(string: "http://127.0.0.1:1/")))
            #expect(try await agg.run("refresh", "cities").status == 6)
            #expect(try await agg.run("--offline", "refresh", "cities").errors.contains("--offline is set"))
            let reason = try await agg.run("search", "lon", "source:cities", "--json").source("reason")?.stringValue
            #expect(reason?.hasPrefix("offline (cannot connect to 127.0.0.1:1)") == true)
            #expect(reason?.hasSuffix("to the way agg reads the data") == true)
        }

        @Test func `names the place in the user's file that configures a source`() async throws {
            let agg = try Agg(configuration: "sources:\n  - {id: cities, fresh_for: 1s}\n")
            let shown = try await agg.run("source", "show", "cities").output
            let place = "/config.yml, line 2; edit that file to change the source"
            #expect(shown.contains("# cities is configured in ") && shown.contains("\(place).\n"))
            #expect(try await agg.run("source", "edit", "cities").errors.contains("\(place)\n"))
        }

        @Test func `says why a source cannot be removed`() async throws {
            let agg = try Agg(
                configuration:
                    "sources:\n  - {id: cities, fresh_for: 1s}\n  - {id: mine, kind: feed, url: \"https://a.test/\"}\n")
            #expect(try await agg.run("source", "remove", "cities").errors.contains("it is a built-in source; run"))
            #expect(try await agg.run("source", "remove", "mine").errors.contains("/config.yml, line 3; run"))
        }

        @Test func `without anything due, refresh --due answers with an empty document`() async throws {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            let first = try await agg.run("refresh", "--due", "cities", "--json")
            #expect(try first.outcome("outcome") == "updated")
            for option in ["--quiet", "--offline"] {
                let none = try await agg.run(option, "refresh", "--due", "cities", "--json")
                #expect(none.status == 0)
                #expect(try none.json["outcomes"]?.arrayValue?.isEmpty == true)
            }
            #expect(try await agg.run("refresh", "--due", "cities").output.isEmpty)
        }

        @Test func `fetches a school's scores when it is shown`() async throws {
            let agg = try Agg()
            let school = #"[{"dbn": "01M001", "school_name": "First School"}]"#
            _ = try agg.file("s3k6-pzi2.json", school)
            try agg.configure(
                "sources: [{id: nyc-schools, endpoint: \"\(URL(filePath: agg.folder.path("")).absoluteString)\"}]")
            #expect(try await agg.run("refresh", "nyc-schools").status == 0)
            let without = try await agg.run("show", "nyc-schools:01M001")
            #expect(without.status == 0)
            #expect(without.output.contains("First School"))
            #expect(without.output.contains("details are missing"))
            _ = try agg.file("f9bf-2cp4.json", #"[{"dbn": "01M001", "sat_math_avg_score": "512"}]"#)
            let with = try await agg.run("show", "nyc-schools:01M001", "--json")
            let record = try with.json["records"]?.arrayValue?.first
            #expect(record?["fields"]?["sat_math_avg_score"] == 512)
        }

        @Test func `at a terminal, shows a school before its scores arrive`() async throws {
            let scores = Changing<(text: String?, isAwaited: Bool)>((nil, false))
            let server = try await LoopbackServer.start { request in
                guard request.path.contains("f9bf-2cp4") else {
                    return .json(#"[{"dbn": "01M001", "school_name": "First School"}]"#)
                }
                scores.wait { !$0.isAwaited }
                return scores.value.text.map { LoopbackResponse.json($0) } ?? LoopbackResponse(status: 500)
            }
            let agg = try Agg()
            try agg.configure("sources: [{id: nyc-schools, endpoint: \"\(server.url("/"))\"}]")
            #expect(try await agg.run("refresh", "nyc-schools").status == 0)
            scores.value = (nil, true)
            _ = try await agg.run("set", "--keep", "refresh", "manual")
            let terminal = try agg.session(rows: 60)
            try await terminal.waitForPrompt()
            try terminal.type("show nyc-schools:01M001\r")
            try await terminal.wait(for: "First School")
            scores.value = (#"[{"dbn": "01M001", "sat_math_avg_score": "512"}]"#, false)
            try await terminal.wait(for: "512")
            try await terminal.waitForPrompt()
            try terminal.type("exit\r")
            _ = try await terminal.waitForExit()
            await server.stop()
        }
    }
}
