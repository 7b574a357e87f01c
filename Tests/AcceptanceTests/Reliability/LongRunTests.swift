import AggTesting
import Foundation
import TestSupport
import Testing

extension ReliabilityTests {
    /// A long session does not leak memory or open files.
    struct LongRunTests {
        /// Commands of all kinds, joined into one line at the prompt.
        private static let commands = [
            "search place", "search plaec 12", "list cities --limit 20", "show 1", "favorite cities:7", "favorites",
            "unfavorite cities:7", "sources", "facet country", "count by country", "near 1,2 --limit 5",
            "explain place 3", "sql SELECT count(*) FROM records", "search place --json", "list cities --format csv",
            "last", "map", "chart country", "help search", "show cities:12", "search nothing-of-the-kind",
            "search country:US sort:title", "save a search place", "run a", "set limit 30",
        ]

        @Test(.disabled(if: Sanitizer.isOn, "a sanitizer keeps freed memory"))
        func `a long session does not leak memory or open files`() async throws {
            let server = try await Generation.server(size: 500)
            let agg = try Agg(cities: server.url("/cities.json"))
            let session = try agg.session(environment: ["PAGER": "cat"])
            try await session.waitForPrompt()
            let rounds = Soak.count(16, long: 400, "AGG_SOAK_LINES")
            var early: Usage?
            for round in 1...rounds {
                let last = round % 2 == 0 ? "refresh cities; set debounce \(round)" : "set debounce \(round)"
                try session.type((Self.commands + [last]).joined(separator: "; ") + "\r")
                try await session.wait(for: "debounce  \(round) ")
                try await session.waitForPrompt()
                if round == rounds / 10 + 1 { early = try await Usage.settled(of: session.process) }
            }
            let (first, end) = (try #require(early), try await Usage.settled(of: session.process))
            try session.type("exit\r")
            _ = try await session.waitForExit()
            await server.stop()
            var lost: [String] = []
            if end.files.count > first.files.count {
                lost.append(
                    "\(first.files.count) open files became \(end.files.count): \(end.files.subtracting(first.files))")
            }
            if end.kilobytes > first.kilobytes * 5 / 4 {
                lost.append("\(first.kilobytes) kB became \(end.kilobytes) kB")
            }
            Soak.report(
                "a long session",
                tried: """
                    \(rounds * (Self.commands.count + 1) + rounds / 2) commands, including \(rounds / 2) refreshes: \
                    \(first.kilobytes / 1024) MB and \(first.files.count) files after a tenth, \(end.kilobytes / 1024) MB and \
                    \(end.files.count) files at the end
                    """, lost: lost)
        }

        /// The resources that a process uses.
        private struct Usage {
            let kilobytes: Int
            /// The open files, each with its descriptor.
            let files: Set<String>

            /// The smallest of several measurements, since a command may close its files shortly after its answer.
            static func settled(of process: pid_t) async throws -> Usage {
                var least = try Usage(of: process)
                for _ in 0..<20 {
                    try await Task.sleep(for: .milliseconds(20))
                    let now = try Usage(of: process)
                    if now.files.count < least.files.count { least = now }
                }
                return least
            }

            init(of process: pid_t) throws {
                let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
                let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
                kilobytes = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
                let folder = "/proc/\(process)/fd"
                let numbers = try FileManager.default.contentsOfDirectory(atPath: folder)
                files = Set(
                    numbers.compactMap { number in
                        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + number)
                        return target.map { number + " " + $0 }
                    })
            }
        }
    }
}
