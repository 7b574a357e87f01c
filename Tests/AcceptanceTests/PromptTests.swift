import AggTesting
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// Completion, history, and unusual terminal input.
    struct PromptTests {
        private func session(
            columns: Int = 100, _ prepare: (Agg) throws -> Void = { _ in }
        ) async throws -> (agg: Agg, terminal: PseudoTerminal) {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            #expect(try await agg.run("refresh", "cities").status == 0)
            try prepare(agg)
            let terminal = try agg.session("--offline", columns: columns)
            try await terminal.waitForPrompt()
            return (agg, terminal)
        }

        @Test(arguments: [
            ("hist\t", "agg> history"), ("search --fav\t", "agg> search --favorites"),
            ("search coun\t", "agg> search country:"), ("search country:j\t", "agg> search country:JP"),
            ("search sao\t", "agg> search São Paulo"), ("search o'f\t", "agg> search O’Fallon"),
            ("show cities:185\t", "agg> show cities:1850147"), ("set deb\t", "agg> set debounce"),
            ("set cache of\t", "agg> set cache off"), ("help ke\t", "agg> help keys"),
        ])
        func `Tab completes`(keys: String, line: String) async throws {
            let (_, terminal) = try await session()
            try terminal.type(keys)
            try await terminal.waitAtLine(line)
        }

        @Test(arguments: [
            ("search san jos", "3621849"), ("search munch", "2867714"), ("search 東", "1850147"),
            ("search country:br", "3448439"), ("show cities:512", "5128581"),
        ])
        func `a line completed by Tab finds its record`(typed: String, key: String) async throws {
            let (_, terminal) = try await session()
            try terminal.type(typed + "\t")
            // The answer scrolls the completed line away.
            try await terminal.wait(for: "more than was typed") { screen in
                let (line, echo) = (screen.lines[screen.row], "agg> " + typed)
                return line.hasPrefix("agg> ") && line.count >= echo.count && line != echo
            }
            try terminal.type("\r")
            try await terminal.wait(for: "cities:\(key)")
        }

        @Test func `Tab continues a statement in its next line`() async throws {
            let (_, terminal) = try await session()
            try terminal.type("sql SELECT title,\r")
            try await terminal.waitAtLine("...>")
            try terminal.type("coun\t")
            try await terminal.waitAtLine("...> country")
            try terminal.type("FROM cit\t")
            try await terminal.waitAtLine("...> country FROM cities")
            try terminal.type("WHERE title = '東京';\r")
            try await terminal.wait(for: "JP")
        }

        @Test func `completes a file name with a space`() async throws {
            let (agg, terminal) = try await session(columns: 200) {
                try Data().write(to: URL(filePath: $0.folder.path("my list.opml")))
            }
            try terminal.type("source import \(agg.folder.path)/my\t")
            try await terminal.wait(for: "my\\ list.opml")
        }

        @Test func `a paste with tabs and line breaks completes nothing`() async throws {
            let (_, terminal) = try await session()
            try terminal.type("\u{1B}[200~search\tlon\nsources\nsearch to\tk\u{1B}[201~")
            try await terminal.wait(for: "3 records")
            try await terminal.waitAtLine("agg> search to k")
        }

        @Test func `history lists lines, searches them, and omits repeats`() async throws {
            let (_, terminal) = try await session()
            for line in ["search tokyo", "search tokyo", "sources"] {
                try await terminal.submit(line)
            }
            try await terminal.submit("history tok")
            #expect(terminal.screen.text.contains("agg> history tok\nsearch tokyo\nhistory tok\nagg>"))
            try terminal.type("\u{12}tokyo")
            try await terminal.wait(for: "search tokyo") { $0.lines[$0.row].contains("search tokyo") }
        }

        @Test func `keeps a statement as one line, and no answers to questions`() async throws {
            let (agg, terminal) = try await session()
            try await terminal.submit("search 東京")
            try terminal.type("sql SELECT title\r")
            try await terminal.waitAtLine("...>")
            try terminal.type("FROM cities LIMIT 1;\r")
            try await terminal.waitForPrompt()
            let file = try agg.file("kept", "").path
            try terminal.type("chart country --svg \(file)\r")
            try await terminal.waitAtLine("[yes/no]")
            try terminal.type("no\r")
            try await terminal.waitForPrompt()
            let history = try String(contentsOfFile: agg.folder.path("state/agg/history"), encoding: .utf8)
            #expect(history == "search 東京\nsql SELECT title FROM cities LIMIT 1;\nchart country --svg \(file)\n")
        }

        @Test func `concurrent sessions keep the lines of both`() async throws {
            let (agg, first) = try await session()
            let second = try agg.session("--offline")
            try await second.waitForPrompt()
            for (terminal, line) in [(first, "search one"), (second, "search two"), (first, "search three")] {
                try terminal.type(line + "\r")
                try await terminal.wait(for: "\(line)\nNo matches")
                try await terminal.waitForPrompt()
            }
            try second.type("history search\r")
            try await second.wait(for: "search one\nsearch two\nsearch three\nhistory search")
        }

        @Test func `an unusable history is reported once, and the session continues`() async throws {
            let (agg, terminal) = try await session { agg in
                try FileManager.default.createDirectory(
                    atPath: agg.folder.path("state/agg/history"), withIntermediateDirectories: true)
            }
            for _ in 1...2 { try await terminal.submit("search 東京") }
            func warnings(_ screen: TerminalScreen) -> Int {
                screen.text.filter { !$0.isWhitespace }.components(separatedBy: "Cannotusethehistoryfile").count - 1
            }
            try await terminal.wait(for: "the warning") { warnings($0) > 0 }
            #expect(warnings(terminal.screen) == 1)
            try terminal.type("\u{1B}[A")
            try await terminal.waitAtLine("agg> search 東京")
            withExtendedLifetime(agg) {}
        }

        @Test func `vi keys work if .editrc enables them`() async throws {
            let (_, terminal) = try await session { agg in
                try Data("bind -v\n".utf8).write(to: URL(filePath: agg.folder.path(".editrc")))
            }
            try terminal.type("searxh lon\u{1B}")
            try await terminal.waitAtLine("agg> searxh lon")
            try terminal.type("0fxrc")
            try await terminal.waitAtLine("agg> search lon")
            try terminal.type("\r")
            try await terminal.wait(for: "3 records")
        }

        @Test func `a mistyped command gets a suggestion, and help explains the keys`() async throws {
            let (_, terminal) = try await session()
            try terminal.type("serach lon\r")
            try await terminal.wait(for: "did you mean search?")
            try await terminal.waitForPrompt()
            try terminal.type(".help keys\r")
            try await terminal.wait(for: "Ctrl-R")
            try await terminal.waitForPrompt()
            try terminal.type("set pager cat\r")
            try await terminal.waitForPrompt()
            try terminal.type("?\r")
            try await terminal.wait(for: "unfavorite")
        }

        @Test func `accepts control characters and a very long word`() async throws {
            let (_, terminal) = try await session(columns: 10)
            try terminal.type(
                "\u{0}\u{1}\u{15}search \u{1B}[200~" + String(repeating: "x", count: 3_000) + "\u{1B}[201~\r")
            try await terminal.wait(for: "No matc") { $0.text.filter { !$0.isWhitespace }.contains("Nomatch") }
            try await terminal.waitForPrompt()
            try terminal.type("exit\r")
            #expect(try await terminal.waitForExit() == 0)
        }

        @Test func `a line of one megabyte is a query like any other`() async throws {
            let (_, terminal) = try await session()
            try terminal.type("\u{1B}[200~search " + String(repeating: "x", count: 1 << 20) + "\u{1B}[201~\r")
            try await terminal.wait(for: "searched only")
            try await terminal.waitForPrompt()
        }

        @Test func `closing the terminal ends the session and keeps its history`() async throws {
            let (agg, terminal) = try await session()
            try terminal.type("search 東京\r")
            try await terminal.wait(for: "1850147")
            try await terminal.waitForPrompt()
            try terminal.type("half a li")
            try await terminal.waitAtLine("agg> half a li")
            terminal.hangUp()
            #expect(try await terminal.waitForExit() == 0)
            let history = try String(contentsOfFile: agg.folder.path("state/agg/history"), encoding: .utf8)
            #expect(history == "search 東京\n")
        }

        @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")))
        func `Ctrl-Z suspends a running command, and fg resumes it`() async throws {
            let mayAnswer = Changing(false)
            let server = try await LoopbackServer.start { _ in
                mayAnswer.wait { $0 }
                return .json(CityList.sample)
            }
            let agg = try Agg(cities: server.url("/cities.json"))
            let terminal = try PseudoTerminal(
                ["/bin/bash", "--norc", "--noprofile", "-i"], columns: 100,
                environment: agg.environment.merging(["PS1": "shell> "]) { $1 })
            try await terminal.waitAtLine("shell>")
            try terminal.type("\(builtProgram("agg")) -c 'refresh cities'\r")
            try await terminal.wait(for: "0 records")
            try terminal.type("\u{1A}")
            try await terminal.wait(for: "Stopped")
            try await terminal.waitAtLine("shell>")
            mayAnswer.value = true
            try terminal.type("fg\r")
            try await terminal.wait(for: "updated")
            try await terminal.waitAtLine("shell>")
            await server.stop()
        }

        @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")))
        func `Ctrl-Z in watch returns to the screen of the shell, and fg draws the answer again`() async throws {
            let agg = try Agg()
            let terminal = try PseudoTerminal(
                ["/bin/bash", "--norc", "--noprofile", "-i"], columns: 200,
                environment: agg.environment.merging(["PS1": "shell> "]) { $1 })
            func count(_ sequence: String) -> Int {
                String(decoding: terminal.transcript, as: UTF8.self).components(separatedBy: sequence).count - 1
            }
            let (open, close) = ("\u{1B}[?1049h", "\u{1B}[?1049l")
            try await terminal.waitAtLine("shell>")
            try terminal.type("\(builtProgram("agg")) --offline -c 'watch 600 count'\r")
            try await terminal.wait(for: "every 600 s")
            #expect(count(open) == 1 && count(close) == 0)
            try terminal.type("\u{1A}")
            try await terminal.wait(for: "Stopped")
            try await terminal.waitAtLine("shell>")
            #expect(count(open) == 1 && count(close) == 1)
            try terminal.type("fg\r")
            try await terminal.wait(for: "the answer on a clear screen") {
                $0.text.contains("every 600 s") && !$0.text.contains("Stopped")
            }
            #expect(count(open) == 2 && count(close) == 1)
            try terminal.type("\u{3}")
            try await terminal.waitAtLine("shell>")
            #expect(count(open) == 2 && count(close) == 2)
        }
    }
}
