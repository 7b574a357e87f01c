import AggSource
import AggTesting
import Foundation
import Synchronization
import TestSupport
import Testing

extension ReliabilityTests {
    /// Far more sources in one store than the limit on open files.
    struct ManySourcesTests {
        private static let openFiles = 256
        private static let count = Soak.count(300, long: 2_000, "AGG_SOAK_SOURCES")

        @Test(.disabled(if: Sanitizer.isOn, "a sanitizer needs additional files and memory"))
        func `feeds that each have their own host are all fetched within the limit on open files`() async throws {
            let server = try await LoopbackServer.start(onEveryAddress: true) { request in
                let host = request.headers["Host"] ?? ""
                return LoopbackResponse(headers: ["Content-Type": "text/xml"], Self.feed(of: host))
            }
            let agg = try Agg()
            let sources = (1...Self.count).map { number -> String in
                let url = server.url("/feed", at: "127.1.\(number / 250).\(number % 250 + 1)")
                return "  - {id: feed-\(number), kind: feed, url: \"\(url)\", keep: 36500d}"
            }
            let others = Agg.builtIns.map { "  - {id: \($0), enabled: false}" }
            let lines = ["sources:"] + others + sources + ["network: \(Agg.network)"]
            try agg.configure(lines.joined(separator: "\n") + "\n")
            let start = ContinuousClock.now
            let (refresh, peak) = try await Self.run(agg, "refresh --json")
            let elapsed = start.duration(to: .now)
            let outcomes = try refresh.json["outcomes"]?.arrayValue ?? []
            var lost = outcomes.filter { $0["outcome"]?.stringValue != "updated" }.compactMap {
                "\($0["source"]?.stringValue ?? ""): \($0["reason"]?.stringValue ?? "")"
            }
            if outcomes.count != Self.count { lost.append("\(outcomes.count) outcomes") }
            #expect(refresh.status == 0, "\(refresh.errors.prefix(500))")
            #expect(peak.files <= Self.openFiles)

            let counts = try await agg.run("--offline", "count", "bridge", "--json")
            #expect(try counts.json["matched"]?.intValue == 2 * Self.count)
            let search = try await agg.run("--offline", "search", "bridge", "\(Self.count)", "--json")
            #expect(try search.titles.first == "Bridge \(Self.count) closes")
            let second = ContinuousClock.now
            let again = try await Self.run(agg, "refresh --json").result
            #expect(again.status == 0)
            await server.stop()
            Soak.report(
                "\(Self.count) feeds on \(Self.count) hosts, with a limit of \(Self.openFiles) open files",
                tried: """
                    first refresh \(Self.text(elapsed)), refresh without changes \(Self.text(second.duration(to: .now))); at most \(peak.files) open files and \
                    \(peak.kilobytes / 1_000) MB; \(server.mostConnections) connections at once
                    """, lost: lost)
        }

        /// The peak resource use of a run.
        private struct Peak {
            var files = 0
            var kilobytes = 0
        }

        /// Runs a command in a shell that limits open files, and monitors it.
        private static func run(_ agg: Agg, _ command: String) async throws -> (result: Agg.Result, peak: Peak) {
            let file = agg.folder.path("process")
            let script = "ulimit -n \(openFiles); echo $$ > '\(file)'; exec '\(builtProgram("agg"))' \(command)"
            let watching = Task {
                var peak = Peak()
                while !Task.isCancelled {
                    let number = try? String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .newlines)
                    if let number, !number.isEmpty {
                        let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(number)/fd").count
                        peak.files = max(peak.files, files ?? 0)
                        peak.kilobytes = max(peak.kilobytes, memory(of: number) ?? 0)
                    }
                    try? await Task.sleep(for: .milliseconds(5))
                }
                return peak
            }
            let result = try await agg.shell(script)
            watching.cancel()
            return (result, await watching.value)
        }

        /// The peak memory of a process in kB.
        private static func memory(of process: String) -> Int? {
            let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
        }

        private static func text(_ time: Duration) -> String { "\(time.components.seconds) s" }

        private static func feed(of host: String) -> String {
            let numbers = host.prefix { $0 != ":" }.split(separator: ".").compactMap { Int($0) }
            let number = numbers.count == 4 ? numbers[2] * 250 + numbers[3] - 1 : 0
            return """
                <rss version="2.0"><channel><title>Feed \(number)</title>
                <item><title>Bridge \(number) opens</title><guid>1</guid></item>
                <item><title>Bridge \(number) closes</title><guid>2</guid></item></channel></rss>
                """
        }
    }
}
