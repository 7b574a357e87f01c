import AggTesting
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// A day of somebody who chose from lists with fzf: all cities, in a shell.
    @Suite(.enabled(if: RealData.has("cities/cities.json.gz"), "the list of all cities is not there"))
    struct FuzzyFinderDayTests {
        @Test(.timeLimit(.minutes(5)))
        func `finds by letters, looks at a preview, a map, and values, and prints what was chosen`() async throws {
            let agg = try Agg()
            let network = "{connect_timeout: 10s, idle_timeout: 60s, deadline: 120s, max_wait: 1s, max_body: 64MB}"
            try agg.configure(cities: try agg.file("cities.json", RecordedServices.cities()), network: network)
            #expect(try await agg.run("refresh", "cities").status == 0)
            let chosen = agg.folder.path("chosen")
            let script = "'\(builtProgram("agg"))' --offline live > '\(chosen)'; echo ended $?; read end"
            let terminal = try PseudoTerminal(
                ["/bin/sh", "-c", script], columns: 130, rows: 34,
                environment: agg.environment.merging(["LANG": "C.UTF-8"]) { $1 })
            try await terminal.wait(for: "No favorites yet")

            // Letters in order match only if nothing else does.
            try terminal.type("sfrn")
            try await terminal.wait(for: "San Francisco first") {
                $0.text.contains(/> {3}San Francisco +United States/)
            }
            try await terminal.wait(for: "the number of titles") { $0.text.contains(/1 of [1-9]\d* \(/) }
            try terminal.type("\u{15}san jo")
            try await terminal.wait(for: "San Jose first") { $0.text.contains(/> {3}San Jose +Costa Rica/) }
            try await terminal.wait(for: "also called  San José")
            try await terminal.wait(for: "1 of 178")

            try terminal.type("\t\t")
            try await terminal.wait(for: "2 selected")
            // The map replaces the rows, and Escape brings them back.
            try terminal.type("\u{14}")
            try await terminal.wait(for: "178 points")
            #expect(terminal.screen.text.contains("•San Jo"))
            try terminal.type("+")
            try await terminal.wait(for: "the scale of a closer view") { !$0.text.contains("5000 km") }
            try terminal.type("\u{1B}")
            try await terminal.wait(for: "2 selected")
            // The values of a column narrow the matches.
            try terminal.type("\u{12}")
            try await terminal.wait(for: "> country  PH  27")
            try terminal.type("\u{1B}[B\r")
            try await terminal.wait(for: "live> san jo country:ES")
            try await terminal.wait(for: "of 23")
            try terminal.type("\t")
            try await terminal.wait(for: "3 selected")
            try terminal.type("\r")
            try await terminal.wait(for: "ended 0")
            let addresses = try String(contentsOfFile: chosen, encoding: .utf8).split(separator: "\n")
            #expect(addresses.first == "cities:3621849")
            #expect(addresses.count == 3 && Set(addresses).count == 3)
            #expect(terminal.isCooked)
        }
    }
}
