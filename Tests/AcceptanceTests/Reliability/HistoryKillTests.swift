import Foundation
import TestSupport
import Testing

extension ReliabilityTests {
    /// SIGKILL while lines are typed: the history has whole lines in order, even while it is being shortened.
    struct HistoryKillTests {
        private static let rounds = max(2, Soak.count(4, long: 500, "AGG_SOAK_KILLS") / 5)
        private let agg: Agg

        init() throws {
            agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
        }

        @Test func `the history has whole lines, with none missing in between`() async throws {
            #expect(try await agg.run("refresh").status == 0)
            let file = agg.folder.path("state/agg/history")
            try FileManager.default.createDirectory(
                atPath: agg.folder.path("state/agg"), withIntermediateDirectories: true)
            var lost: [String] = []
            for round in 0..<Self.rounds {
                var choices = Soak.choices(900_000 + round)
                // The history is shortened once it has more than 1,500 lines: somewhere in the middle of the typing.
                let old = (0..<1_480 + choices.below(20)).map { "search old\($0)" }
                try Data(old.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: file))
                let typed = (0..<60).map { "search typed\($0)" }
                let session = try agg.session()
                try await session.waitForPrompt()
                let moment = choices.below(400_000)
                try session.type(typed.map { $0 + "\r" }.joined())
                usleep(UInt32(moment))
                kill(session.process, SIGKILL)
                _ = try await session.waitForExit()
                lost += try faults(file, old, typed).map { "round \(round), after \(moment) µs: \($0)" }
                let next = try await agg.run("-c", "history typed --json")
                if next.status != 0 { lost.append("round \(round): \(next.errors)") }
            }
            // The next session removes an unfinished new file.
            let session = try agg.session("--offline")
            try await session.waitForPrompt()
            try session.type("exit\r")
            _ = try await session.waitForExit()
            if try beside() != ["history"] { lost.append("left beside the history: \(try beside())") }
            Soak.report("killed while writing the history", tried: "\(Self.rounds) times", lost: lost)
        }

        private func faults(_ file: String, _ old: [String], _ typed: [String]) throws -> [String] {
            let text = try String(contentsOfFile: file, encoding: .utf8)
            var faults = text.hasSuffix("\n") ? [] : ["the last row has no end"]
            let rows = text.split(separator: "\n").map(String.init)
            let new = rows.count { $0.hasPrefix("search typed") }
            let all = old + typed.prefix(new)
            if rows != all.suffix(rows.count) { faults.append("rows are missing, or in another order") }
            if rows.count < 1_000 { faults.append("only \(rows.count) rows are left") }
            return faults
                + (try beside()).filter { !["history", "history.new"].contains($0) }.map { "\($0) is beside it" }
        }

        private func beside() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: agg.folder.path("state/agg"))
        }
    }
}
