import AggTesting
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// Search as you type, at a real terminal.
    struct LiveTests {
        /// A session with twelve cities, at its prompt.
        private func session(columns: Int = 100, rows: Int = 30) async throws -> (agg: Agg, terminal: PseudoTerminal) {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            #expect(try await agg.run("refresh", "cities").status == 0)
            let terminal = try agg.session("--offline", columns: columns, rows: rows)
            try await terminal.waitForPrompt()
            return (agg, terminal)
        }

        @Test func `shows results below the line and opens the chosen record`() async throws {
            let (_, terminal) = try await session()
            try terminal.type("live\r")
            try await terminal.wait(for: "No favorites yet")
            try terminal.type("lon")
            try await terminal.wait(for: "1 of 3")
            #expect(terminal.screen.lines[terminal.screen.row] == "live> lon")
            try terminal.type("\u{1B}[B")
            try await terminal.wait(for: "2 of 3")
            let line = try #require(terminal.screen.lines.first { $0.hasPrefix("> ") })
            let address = try #require(line.split(separator: " ").last)
            try terminal.type("\r")
            try await terminal.wait(for: "coordinate")
            #expect(terminal.screen.lines.contains { $0.hasPrefix("  address ") && $0.hasSuffix(" \(address)") })
            try await terminal.waitForPrompt()
            #expect(!terminal.screen.text.contains("Esc: quit"))
            #expect(!terminal.screen.text.contains("live> "))
        }

        @Test func `an arrow key that arrives in two pieces counts as one`() async throws {
            let (_, terminal) = try await session()
            try terminal.type("live lon\r")
            try await terminal.wait(for: "1 of 3")
            try terminal.type("\u{1B}[")
            try await Task.sleep(for: .milliseconds(120))
            try terminal.type("B")
            try await terminal.wait(for: "2 of 3")
        }

        @Test func `an answer between the two pieces of an arrow key does not separate them`() async throws {
            let (_, terminal) = try await session()
            try terminal.type("live\r")
            try await terminal.wait(for: "No favorites yet")
            try terminal.type("lon\u{1B}[")
            try await terminal.wait(for: "1 of 3")
            try terminal.type("B")
            try await terminal.wait(for: "2 of 3")
        }

        @Test func `Enter waits for the results of the last text typed`() async throws {
            let (_, terminal) = try await session()
            try terminal.type("set debounce 5000\r")
            try await terminal.wait(for: "5000")
            try await terminal.waitForPrompt()
            try terminal.type("live\rmunchen\r")
            try await terminal.wait(for: "cities:2867714")
            try await terminal.waitForPrompt()
        }

        @Test func `adds favorites, which an empty line shows`() async throws {
            let (agg, terminal) = try await session()
            try terminal.type("live 東京\r")
            try await terminal.wait(for: "1 of 1")
            try terminal.type("\u{6}")
            try await terminal.wait(for: "1 of 100 favorites")
            try await terminal.wait(for: "★")
            try terminal.type("\u{15}")
            try await terminal.wait(for: "an empty line") { $0.lines[$0.row] == "live>" && $0.text.contains("東京") }
            try terminal.type("\u{1B}")
            try await terminal.waitForPrompt()
            #expect(try await agg.run("favorites", "--json").titles == ["東京"])
        }

        @Test(arguments: ["\u{1B}", "\u{3}", "\u{15}\u{4}"])
        func `every way out restores the terminal`(keys: String) async throws {
            let (_, terminal) = try await session()
            try terminal.type("live lon\r")
            try await terminal.wait(for: "1 of 3")
            #expect(!terminal.isCooked)
            try terminal.type(keys)
            try await terminal.waitForPrompt()
            #expect(!terminal.screen.text.contains("1 of 3"))
            try terminal.type("exit 4\r")
            #expect(try await terminal.waitForExit() == 4 << 8)
            #expect(terminal.isCooked)
            #expect(!terminal.screen.marksPastes && terminal.screen.wraps)
        }

        @Test(arguments: [
            ("\r", "chose cities:2643743 0"), ("\u{1B}[B\r", "chose cities:"), ("\u{1B}", "chose  1"),
        ])
        func `prints the chosen address to a shell`(keys: String, answer: String) async throws {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            #expect(try await agg.run("refresh", "cities").status == 0)
            let script = "address=$('\(builtProgram("agg"))' --offline live lon); echo \"chose $address $?\"; read end"
            let terminal = try PseudoTerminal(["/bin/sh", "-c", script], environment: agg.environment)
            try await terminal.wait(for: "1 of 3")
            try terminal.type(keys)
            try await terminal.wait(for: answer)
            #expect(terminal.isCooked)
            #expect(!terminal.screen.text.contains("1 of 3"))
        }

        @Test func `shows a preview next to the rows or below them`() async throws {
            for (columns, rows) in [(140, 30), (80, 30)] {
                let (_, terminal) = try await session(columns: columns, rows: rows)
                try terminal.type("live lond\r")
                try await terminal.wait(for: "coordinate")
                let place = try #require(terminal.screen.lines.firstIndex { $0.contains("coordinate") })
                #expect(terminal.screen.lines[place].contains("│") == (columns == 140))
                try terminal.type("\u{1B}[B")
                try await terminal.wait(for: "another record") { screen in
                    screen.text.contains("2 of 3")
                        && screen.lines.contains { $0.contains("address") && !$0.contains("2643743") }
                }
                try terminal.type("\u{1B}")
                try await terminal.waitForPrompt()
                #expect(!terminal.screen.text.contains("coordinate"))
            }
        }

        @Test func `a map or the values to filter by can replace the rows`() async throws {
            let (_, terminal) = try await session()
            try terminal.type("live source:cities\r")
            try await terminal.wait(for: "1 of 12")
            try terminal.type("\u{14}")
            try await terminal.wait(for: "12 points")
            let whole = terminal.screen.text
            try terminal.type("+\u{1B}[A")
            try await terminal.wait(for: "another part of the map") {
                $0.text.contains("12 points") && $0.text != whole
            }
            try terminal.type("\u{1B}")
            try await terminal.wait(for: "1 of 12")
            try terminal.type("\u{12}")
            try await terminal.wait(for: "Enter: filter the matches")
            try terminal.type("\r")
            try await terminal.wait(for: "country:US")
            try await terminal.wait(for: "1 of 5")
        }

        @Test func `the preview shows a new favorite at once`() async throws {
            let (_, terminal) = try await session(columns: 140)
            try terminal.type("live 東京\r")
            try await terminal.wait(for: "coordinate")
            try terminal.type("\u{6}")
            try await terminal.wait(for: "a star in the preview") { screen in
                screen.lines.contains { $0.split(separator: "│").dropFirst().contains { $0.contains("東京 ★") } }
            }
        }

        @Test func `a map fills a window that is resized`() async throws {
            let (_, terminal) = try await session(columns: 60)
            try terminal.type("live source:cities\r")
            try await terminal.wait(for: "1 of 12")
            try terminal.type("\u{14}")
            try await terminal.wait(for: "12 points")
            try terminal.resize(columns: 120)
            try await terminal.wait(for: "a wider map") { screen in
                // The coastlines.
                screen.text.contains("12 points") && screen.lines.count { $0.count > 60 } > 5
            }
        }

        @Test func `a row that is wider than expected does not shift the next frame`() async throws {
            let agg = try Agg()
            // The terminal of these tests gives each combining mark a column.
            let name = String(repeating: "x\u{301}", count: 60)
            try agg.configure(cities: try agg.file("cities.json", CityList.list([CityList.city(1, name, "JP", 1, 2)])))
            #expect(try await agg.run("refresh", "cities").status == 0)
            let terminal = try agg.session("--offline", columns: 60, rows: 30)
            try await terminal.waitForPrompt()
            try terminal.type("live x\r")
            try await terminal.wait(for: "1 of 1")
            try terminal.type("x")
            try await terminal.waitAtLine("live> xx")
            try await terminal.wait(for: "1 of 1")
            try terminal.type("x")
            try await terminal.waitAtLine("live> xxx")
            #expect(terminal.screen.lines.count { $0.hasPrefix("live> ") } == 1)
        }

        @Test func `letters in order match if nothing else does`() async throws {
            let (_, terminal) = try await session()
            try terminal.type("live ofln\r")
            try await terminal.wait(for: "O’Fallon")
        }

        @Test func `prints all selected addresses to a shell, one per line`() async throws {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            #expect(try await agg.run("refresh", "cities").status == 0)
            let script =
                "'\(builtProgram("agg"))' --offline live lon > '\(agg.folder.path("chosen"))'; echo ended $?; read end"
            let terminal = try PseudoTerminal(["/bin/sh", "-c", script], environment: agg.environment)
            try await terminal.wait(for: "1 of 3")
            try terminal.type("\t\t")
            try await terminal.wait(for: "2 selected")
            try terminal.type("\r")
            try await terminal.wait(for: "ended 0")
            let chosen = try String(contentsOfFile: agg.folder.path("chosen"), encoding: .utf8)
            #expect(chosen.split(separator: "\n").count == 2)
            #expect(chosen.hasPrefix("cities:2643743\ncities:"))
        }

        @Test func `exits quietly when the terminal is closed`() async throws {
            let (_, terminal) = try await session()
            try terminal.type("live lon\r")
            try await terminal.wait(for: "1 of 3")
            terminal.hangUp()
            let status = try await terminal.waitForExit()
            #expect(status == 0)
        }

        @Test func `fits a window of ten columns and one that is resized`() async throws {
            let (_, terminal) = try await session(columns: 60, rows: 8)
            try terminal.type("live lon\r")
            try await terminal.wait(for: "1 of 3")
            // The cursor returns to the line when the frame is complete.
            try await terminal.waitAtLine("live> lon")
            try terminal.resize(columns: 10)
            try await terminal.waitAtLine("> lon")
            try await terminal.wait(for: "narrow rows") { screen in
                screen.lines.allSatisfy { columnCount($0) <= 10 } && screen.lines.contains(">   Lond…")
            }
            try terminal.type("d")
            try await terminal.wait(for: "1 of")
            try await terminal.waitAtLine("> lond")
            try terminal.resize(columns: 60)
            try await terminal.wait(for: "1 of 3")
            try await terminal.waitAtLine("live> lond")
            try terminal.type("\u{1B}")
            try await terminal.waitForPrompt()
        }

        @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")))
        func `suspends and resumes where it was`() async throws {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            #expect(try await agg.run("refresh", "cities").status == 0)
            let terminal = try PseudoTerminal(
                ["/bin/bash", "--norc", "--noprofile", "-i"], columns: 100,
                environment: agg.environment.merging(["PS1": "shell> "]) { $1 })
            try await terminal.waitAtLine("shell>")
            try terminal.type("\(builtProgram("agg")) --offline\r")
            try await terminal.waitForPrompt()
            try terminal.type("live lon\r")
            try await terminal.wait(for: "1 of 3")
            try terminal.type("\u{1A}")
            try await terminal.wait(for: "Stopped")
            try await terminal.waitAtLine("shell>")
            #expect(!terminal.screen.text.contains("1 of 3"))
            try terminal.type("echo in the $((1)) shell\r")
            try await terminal.wait(for: "in the 1 shell")
            try terminal.type("fg\r")
            try await terminal.wait(for: "1 of 3")
            try await terminal.waitAtLine("live> lon")
            try terminal.type("\u{1B}")
            try await terminal.waitForPrompt()
            try terminal.type("\u{4}")
            try await terminal.waitAtLine("shell>")
        }

        @Test func `news of a refresh appears above the line`() async throws {
            let mayAnswer = Changing(false)
            let server = try await LoopbackServer.start { _ in
                mayAnswer.wait { $0 }
                return .json(CityList.sample)
            }
            let agg = try Agg(cities: server.url("/cities.json"))
            let terminal = try agg.session()
            try await terminal.waitForPrompt()
            try terminal.type("live toky\r")
            try await terminal.wait(for: "1 of 1")
            mayAnswer.value = true
            try await terminal.wait(for: "12 records")
            try await terminal.waitAtLine("live> toky")
            try terminal.type("\u{1B}")
            try await terminal.waitForPrompt()
            await server.stop()
        }

        @Test func `a key press draws no more than its letter, the rows, the preview, and the count`() async throws {
            let (_, terminal) = try await session(columns: 140)
            try terminal.type("set debounce 0\r")
            try await terminal.wait(for: "debounce")
            try await terminal.waitForPrompt()
            try terminal.type("live\r")
            try await terminal.wait(for: "No favorites yet")
            let before = Self.frames(terminal)
            for (letter, count) in [("l", "1 of "), ("o", "1 of "), ("n", "1 of 3")] {
                try terminal.type(letter)
                try await terminal.wait(for: count)
            }
            try await terminal.wait(for: "cities:")
            #expect(Self.frames(terminal) - before <= 3 * 4)
            try terminal.type("\u{1B}")
            try await terminal.waitForPrompt()
        }

        /// The number of frames drawn so far; each starts by clearing the former one.
        private static func frames(_ terminal: PseudoTerminal) -> Int {
            String(decoding: terminal.transcript, as: UTF8.self).components(separatedBy: "\u{1B}[J").count - 1
        }

        @Test func `is a usage error in a script and as a one-shot command`() async throws {
            let agg = try Agg()
            for result in [try await agg.run("live", "lon"), try await agg.run(input: "live lon\n")] {
                #expect(result.status == 2)
                #expect(result.output.isEmpty)
                #expect(result.errors.contains("“live” needs an interactive terminal"))
            }
        }

        @Test func `reports a terminal that is too narrow`() async throws {
            let agg = try Agg()
            let terminal = try agg.session("--offline", columns: 19)
            try await terminal.waitForPrompt()
            try terminal.type("live lon\r")
            try await terminal.wait(for: "the sentence") { screen in
                screen.lines.joined(separator: " ").contains("“live” needs a terminal with at least 20 columns")
            }
            try await terminal.waitForPrompt()
            withExtendedLifetime(agg) {}
        }

        @Test func `requires a terminal that can move its cursor`() async throws {
            let terminal = try Agg().session("--offline", environment: ["TERM": "dumb"])
            try await terminal.wait(for: "agg>")
            try terminal.type("live lon\r")
            try await terminal.wait(for: "“live” needs an interactive terminal")
        }
    }
}

/// The width of a screen line in columns; a wide character takes two.
private func columnCount(_ line: String) -> Int {
    line.unicodeScalars.reduce(0) { $0 + ((0x2E80...0xFF60).contains($1.value) ? 2 : 1) }
}
