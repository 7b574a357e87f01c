import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension ReliabilityTests {
    /// Many processes on one store: nothing fails except because of a reported lock, and nothing acknowledged is lost.
    struct CrowdTests {
        private let agg: Agg

        init() throws {
            agg = try Agg()
        }

        @Test func `eight processes on one store lose nothing`() async throws {
            let crowd = try await Crowd(agg, size: 3_000, for: Soak.seconds(3, long: 60, "AGG_SOAK_SECONDS"))
            let store = try StoreCheck(agg)
            crowd.report(
                "eight processes on one store", try store.userData(), titles: try store.titles(of: "cities"),
                faults: try store.faults())
        }

        @Test func `readers do not wait for a refresh`() async throws {
            let calls = Changing(0)
            let server = try await Generation.server(size: 6_000, calls)
            try agg.configure(cities: server.url("/cities.json"), network: "{max_body: 100MB, deadline: 60s}")
            #expect(try await agg.run("refresh").status == 0)
            try FileManager.default.copyItem(atPath: agg.folder.path("store"), toPath: agg.folder.path("quiet"))
            let isOver = Changing(false)
            let refreshing = Task { [agg] in
                while !isOver.value { _ = try await agg.run("refresh") }
            }
            // Two stores in turn, so that both are read under the same load; nothing writes to the quiet one.
            var times: [String: [Double]] = [:]
            let lines = (0..<40).map { "search place \($0) --json\n" }.joined()
            for _ in 0..<(Soak.isLong ? 25 : 1) {
                for store in ["store", "quiet"] {
                    let result = try await agg.run(arguments: ["--store", agg.folder.path(store)], input: lines)
                    #expect(result.status == 0, "\(result.errors)")
                    // The first search warms up the process, in either store.
                    for line in result.output.split(separator: "\n").dropFirst() {
                        let time = try JSONValue(parsing: String(line))["elapsed_ms"]?.doubleValue ?? 0
                        times[store, default: []].append(time)
                    }
                }
            }
            isOver.value = true
            try await refreshing.value
            await server.stop()
            let (busy, quiet) = (times["store", default: []].sorted(), times["quiet", default: []].sorted())
            // Waiting for commits would show in the 99th percentile; the longest time may be the machine's doing.
            func late(_ times: [Double]) -> Double { times.isEmpty ? 0 : times[times.count * 99 / 100] }
            let waited = late(busy) - late(quiet)
            // Times mean nothing in a quick run on a busy machine.
            let lost = Soak.isLong && waited > 100 ? ["a reader waited \(waited) ms"] : []
            Soak.report(
                "readers during refreshes",
                tried: """
                    \(busy.count) searches during \(calls.value) refreshes: median \(busy[busy.count / 2]) ms, p99 \
                    \(late(busy)) ms, max \(busy.last ?? 0) ms; in a copy that is not refreshed: \
                    \(quiet[quiet.count / 2]) ms, \(late(quiet)) ms, \(quiet.last ?? 0) ms
                    """, lost: lost)
        }
    }
}
