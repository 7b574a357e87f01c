import AggSearch
import AggTesting
import Foundation
import TestSupport
import Testing

extension ReliabilityTests {
    /// Hostile text in all external data, through every command and error, in every human-readable format: none of it
    /// reaches the terminal as a control character.
    struct HostileTextTests {
        private static let feed = """
            {"version": "https://jsonfeed.org/version/1.1", "title": \(HostileText.json), "items": [
            {"id": "1", "title": \(HostileText.json), "url": "http://127.0.0.1/", "summary": \(HostileText.json),
             "authors": [{"name": \(HostileText.json)}], "tags": [\(HostileText.json)], "content_text": \(HostileText.json),
             "date_published": "2026-11-20T10:00:00Z"},
            {"id": \(HostileText.json), "title": "Aqua two", "url": \(HostileText.json)}]}
            """
        private static let rows = """
            [{"id": "1", "name": \(HostileText.json), \(HostileText.json): \(HostileText.json), "kind": \(HostileText.json)},
             {"id": \(HostileText.json), "name": "Aqua two", "kind": "b"}]
            """

        /// A home whose three sources contain hostile text, loaded, with hostile tags, notes, and saved searches.
        static func home(server: String? = nil) async throws -> Agg {
            let agg = try Agg(server: server)
            let cities = CityList.list([
                CityList.city(1, "AQUA", "GB", 51, 0).replacing("\"AQUA\"", with: HostileText.json),
                CityList.city(2, "Aqua two", "FR", 48, 2).replacing("\"FR\"", with: HostileText.json),
                CityList.city(3, "Aqua three", "FR", 48, 3),
            ])
            let files = try [("cities.json", cities), ("feed.json", feed), ("rows.json", rows)].map {
                try agg.file($0.0, $0.1)
            }
            try agg.configure([
                "cities": "url: \"\(files[0])\"", "feed": "url: \"\(files[1])\"",
                "rows": "kind: soda, endpoint: \"\(files[2])\", key: id, title: name, subtitle: kind",
            ])
            let typed = HostileText.all.replacing("\u{0}", with: "").replacing("\"", with: "")
            let result = try await agg.run(
                input: """
                    refresh
                    favorite cities:1 --tag "\(typed)" --note "\(typed)"
                    favorite feed:1 --note "\(typed)"
                    save "\(typed)" search aqua
                    save s search "\(typed)"
                    """)
            #expect(result.status == 0 || result.status == 2, "\(result.errors)")
            return agg
        }

        /// Every command, most of them on hostile text.
        static let lines = [
            "search aqua", "search aqua --columns title,subtitle,note,tags,why", "list feed", "list feed --by date",
            "list rows", "list cities --limit 1", "search aqua;show 1;show 2;show 3;open 1;open 2;last",
            "list feed; show 1; show 2; open 2", "list rows; show 1; show 2; favorite 1; unfavorite 1; favorite 2",
            "favorites",
            "favorites aqua", "facet country", "facet kind", "facet authors", "count by kind, name",
            "count by country, source",
            "chart kind", "chart country", "map", "map aqua", "near 51,0 400km", "explain aqua", "sources",
            "sources feed",
            "sources rows", "sources cities", "schema", "schema rows",
            "sql SELECT title, subtitle, fields FROM records",
            "sql SELECT * FROM rows", "sql SELECT title AS \"a\u{1B}[31m\" FROM records", "saved", "run s", "set",
            "history", "help",
            "doctor", "doctor --full", "refresh", "refresh --force", "search aqau", "search zzzz",
            "search aqua sort:title",
            "source export --opml", "favorites export /dev/null/x.json", "favorites import nothing.json", "exit",
        ]

        /// Lines that fail, with hostile text in them.
        static func faults(_ text: String) -> [String] {
            [
                text, "search --\(text)", "show \(text)", "show \"cities:\(text)\"", "list \"\(text)\"",
                "set \"\(text)\" 1",
                "set limit \"\(text)\"", "search country:\"\(text)\"", "run \"\(text)\"", "unsave \"\(text)\"",
                "save \"\(text)\"",
                "read \"\(text)\"", "favorites import \"\(text).json\"", "favorites export \"/dev/null/\(text).json\"",
                "search aqua > \"/dev/null/\(text)\"", "chart kind --svg \"/dev/null/\(text).svg\"", "sql \(text)",
                "schema \"\(text)\"",
                "source add feed \"\(text)\"", "source add \"\(text)\" x", "source add soda \"\(text)\"",
                "source remove \"\(text)\"",
                "source enable \"\(text)\"", "source import \"\(text)\"", "help \"\(text)\"", "facet \"\(text)\"",
                "near \"\(text)\"",
                "search aqua --columns \"\(text)\"", "explain \"\(text)\"", "count by \"\(text)\"", "exit \"\(text)\"",
                "favorite \"cities:\(text)\"", "unfavorite \"cities:\(text)\"", "refresh \"\(text)\"",
                "last \"\(text)\"",
            ]
        }

        @Test func `no command prints hostile text unchanged in a human-readable format`() async throws {
            let agg = try await Self.home()
            var lost: [String] = []
            let typed = HostileText.all.replacing("\u{0}", with: "").replacing("\"", with: "")
            let lines = Self.lines + Self.faults(typed)
            for form in ["table", "list", "markdown", "html"] {
                for expanded in ["off", "on"] where form == "table" || expanded == "off" {
                    for line in lines {
                        let result = try await agg.run(
                            "--color", "never", "--format", form,
                            input: "set expanded \(expanded) > /dev/null\n\(line)\n",
                            environment: ["COLUMNS": "200"])
                        let leaks = HostileText.leaks(result.output) + HostileText.leaks(result.errors)
                        if !leaks.isEmpty || result.wasKilled {
                            lost.append("\(form): \(line.prefix(40).debugDescription): \(leaks.joined(separator: " "))")
                        }
                    }
                }
            }
            Soak.report("hostile text in commands and errors", tried: "\(lines.count * 5) answers", lost: lost)
        }

        @Test func `machine-readable formats keep the exact text`() async throws {
            let agg = try await Self.home()
            let rows = try await agg.run("list", "cities", "--json", "--limit", "9").titles
            #expect(rows.contains(HostileText.all.trimmed), "\(rows)")
            let csv = try await agg.run("list", "cities", "--format", "csv", "--columns", "title").output
            #expect(csv.contains(HostileText.all.trimmed))
        }

        @Test(.timeLimit(.minutes(5)))
        func `no hostile text reaches a terminal: typed, completed, live, or in the background`() async throws {
            let agg = try await Self.home()
            let terminal = try agg.session(columns: 120, rows: 40, environment: ["PAGER": "cat", "LANG": "C.UTF-8"])
            try await terminal.waitForPrompt()
            let lines = Self.lines.filter { $0 != "exit" && !$0.contains("\u{1B}") && !$0.hasPrefix("sql SELECT t") }
            for (number, line) in lines.enumerated() {
                try terminal.type(line + "\r")
                try terminal.type("set debounce \(100 + number)\r")
                try await terminal.wait(for: "end of \(line)") { screen in
                    screen.text.contains(" \(100 + number) ms ") || screen.text.contains(" \(100 + number) ")
                }
            }
            for start in [
                "search Aq", "show feed:", "show rows:", "favorites country:", "search kind:A", "run ",
                "list rows kind:",
            ] {
                try terminal.type(start)
                usleep(50_000)
                try terminal.type("\t")
                usleep(300_000)
                try terminal.type("\t")
                usleep(300_000)
                try terminal.type("\u{15}")
            }
            try terminal.type("live aqua\r")
            try await terminal.wait(for: "Esc: quit")
            usleep(500_000)
            try terminal.type("\u{1B}[B")
            usleep(300_000)
            try terminal.type("\u{1B}")
            usleep(500_000)
            try terminal.type("exit\r")
            _ = try await terminal.waitForExit()
            let leaks = HostileText.leaks(terminal.transcript)
            #expect(terminal.transcript.count > 10_000)
            Soak.report(
                "hostile text at a terminal", tried: "\(lines.count) commands, plus completion and `live`",
                lost: leaks.isEmpty ? [] : [leaks.joined(separator: " ")])
        }

        @Test func `server errors, configuration errors, and folder names are printed without control characters`()
            async throws
        {
            var lost: [String] = []
            func look(_ what: String, _ result: Agg.Result) {
                let leaks = HostileText.leaks(result.output) + HostileText.leaks(result.errors)
                if !leaks.isEmpty || result.wasKilled { lost.append("\(what): \(leaks.joined(separator: " "))") }
                if result.output.isEmpty, result.errors.isEmpty { lost.append("\(what): nothing was said") }
            }
            let agg = try Agg()
            let json = HostileText.json
            let server = try await LoopbackServer.start { request in
                if request.path.hasPrefix("/api/views") {
                    return .json(
                        #"{"id":"abcd-1234","name":\#(json),"columns":[{"id":1,"fieldName":\#(json),"dataTypeName":"text"}]}"#
                    )
                }
                if request.path.hasPrefix("/resource") {
                    return LoopbackResponse(status: 400, #"{"code":\#(json),"message":\#(json)}"#)
                }
                if request.path == "/page" { return LoopbackResponse(Self.feed) }
                return LoopbackResponse(status: 422, #"{"message":\#(json),"errors":[{"message":\#(json)}]}"#)
            }
            let text = HostileText.all.replacing("\u{0}", with: "").replacing("\r", with: "")
            let raw = try RawLoopbackServer.start([
                .text(
                    "HTTP/1.1 302 \(text)\r\nLocation: ftp://x/\(text)\r\nETag: \"\(text)\"\r\nContent-Length: 0\r\n\r\n"
                )
            ])
            try agg.configure([
                "github": "endpoint: \"\(server.url(""))\"", "nyc-schools": "endpoint: \"\(server.url(""))\"",
                "chicago-inspections": "endpoint: \"\(server.url(""))\"", "feed": "url: \"\(raw.url("/x"))\"",
            ])
            look("refresh", try await agg.run("refresh"))
            look("sources", try await agg.run("-c", "sources; sources github; sources feed; list github; doctor"))
            look("log", try await agg.run("--log-level", "debug", "refresh", "--force"))
            look("source add feed", try await agg.run("source", "add", "feed", "\(server.url("/page"))"))
            look("source add soda", try await agg.run("source", "add", "soda", "\(server.url("/abcd-1234"))"))
            let folder = agg.folder.path("a\u{1B}]0;pwned\u{7}\u{9B}31m\u{202E}b")
            for arguments in [["sources"], ["--offline", "doctor"], ["favorites"]] {
                look("--store", try await agg.run(arguments: ["--store", folder] + arguments))
            }
            for name in ["mirror.sqlite", "user.sqlite"] {
                try Data("no".utf8).write(to: URL(filePath: folder + "/" + name))
            }
            for arguments in [["favorites"], ["--offline", "doctor"], ["--offline", "doctor", "--repair"]] {
                look("broken --store", try await agg.run(arguments: ["--store", folder] + arguments))
            }
            look("--config", try await agg.run("--config", folder + "/none.yml", "sources"))
            look("argument", try await agg.run(text))
            look("option", try await agg.run("--\(text)"))
            look("--format", try await agg.run("--format", text, "sources"))
            look("--log", try await agg.run("--log", "/dev/null/\(text)", "sources"))
            let quoted = HostileText.json.replacing("\\u", with: "\\u")
            for entry in [
                "{id: \(quoted)}", "{id: cities, \(quoted): 1}", "{id: cities, url: \(quoted)}",
                "{id: x, kind: \(quoted)}",
                "{id: cities, fresh_for: \(quoted)}",
            ] {
                try agg.configure("sources:\n  - \(entry)\n\(quoted): {x: 1}\nsearch: {limit: \(quoted)}\n")
                look("configuration", try await agg.run("sources"))
                look("doctor of it", try await agg.run("--offline", "doctor"))
            }
            Soak.report("hostile text in configurations and names", tried: "34 runs", lost: lost)
        }
    }
}

extension String {
    /// The text without surrounding blanks.
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
