import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension ReliabilityTests {
    /// Whatever a server does wrong, a refresh reports it in one sentence, exits with the right status, and loses nothing.
    struct RemoteFaultTests {
        private static let good: RawAnswer = [
            .head(200, "Content-Type: application/json", "Connection: close"), .text(CityList.sample),
        ]

        @Test(arguments: RemoteFault.all)
        func `keeps rows and favorites`(fault: RemoteFault) async throws {
            let server = try RawLoopbackServer.start(Self.good, fault.answer)
            let url = server.url("/cities.json")
            let agg = try Agg(cities: url)
            let prepared = try await agg.run("-c", "refresh; favorite cities:2643743; favorite cities:1850147")
            #expect(prepared.status == 0, "\(prepared.errors)")
            let before = try await agg.run("-c", "list cities --json; favorites --json")

            try agg.configure(cities: url, network: fault.network)
            let refresh = try await agg.run("refresh", "--json")
            #expect(refresh.status == 6)
            #expect(refresh.errorLines.count == 1, "\(refresh.errors)")
            #expect(try refresh.outcome("outcome") == "stale")
            #expect(try refresh.outcome("reason")?.stringValue?.contains(fault.says) == true)

            let after = try await agg.run("-c", "list cities --json; favorites --json")
            #expect(try Self.records(after) == Self.records(before))
            #expect(try Self.records(after).map(\.count) == [12, 2])
            #expect(after.output.contains(#""stale":true"#))
            server.stop()
        }

        @Test(arguments: RemoteFault.all)
        func `reports the fault when nothing is stored`(fault: RemoteFault) async throws {
            let server = try RawLoopbackServer.start(fault.answer)
            let agg = try Agg()
            try agg.configure(cities: server.url("/cities.json"), network: fault.network)
            let refresh = try await agg.run("refresh")
            #expect(refresh.status == 5)
            #expect(refresh.errorLines.count == 1)
            #expect(refresh.errors.hasPrefix("agg: cannot refresh cities: "))
            #expect(refresh.errors.contains(fault.says), "\(refresh.errors)")
            #expect(refresh.errors.contains("; using the starter sample of "))
            server.stop()
        }

        private static func records(_ result: Agg.Result) throws -> [[JSONValue]] {
            try result.output.split(separator: "\n").map { line in
                try JSONValue(parsing: String(line))["records"]?.arrayValue ?? []
            }
        }
    }
}
