import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension ReliabilityTests {
    /// Many processes on one server.
    @Suite(PostgresCluster.isThere) struct PostgresCrowdTests {
        private static let size = 600

        @Test func `eight processes on one server lose nothing`() async throws {
            let server = try await PostgresCluster()
            let agg = try Agg(server: server.url)
            let calls = Changing(0)
            let source = try await LoopbackServer.start { _ in
                let number = calls.change { count -> Int in
                    count += 1
                    return count
                }
                return .json(Generation(number: number, size: Self.size).json)
            }
            try agg.configure(
                cities: source.url("/cities.json"), "favorites: {limit: 100000}",
                network: "{max_body: 100MB, deadline: 60s}")
            #expect(try await agg.run("refresh").status == 0)
            let end = ContinuousClock.now + Soak.seconds(5, long: 300, "AGG_SOAK_SECONDS")
            let members = try await withThrowingTaskGroup { group in
                for number in 0..<8 {
                    group.addTask {
                        var member = CrowdMember(number: number, agg: agg, size: Self.size)
                        while ContinuousClock.now < end { try await member.act() }
                        return member
                    }
                }
                return try await group.reduce(into: [CrowdMember]()) { $0.append($1) }
            }
            await source.stop()
            var lost = members.flatMap(\.faults)
            var found = UserData()
            for row in try server.sql("SELECT source || ':' || key || '|' || coalesce(note, '') FROM agg.favorite") {
                let parts = row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
                found.favorites[parts[0]] = parts[1]
            }
            for row in try server.sql("SELECT name || '|' || value FROM agg.setting") {
                let parts = row.split(separator: "|").map(String.init)
                found.settings[parts[0]] = parts[1]
            }
            for row in try server.sql("SELECT name || '|' || line FROM agg.saved_search") {
                let parts = row.split(separator: "|").map(String.init)
                found.searches[parts[0]] = parts[1]
            }
            for member in members { lost += member.missing(in: found) }
            if Generation.number(of: try server.titles(of: "cities"), size: Self.size) == nil {
                lost.append("rows of several generations")
            }
            let waits = members.map(\.retries).reduce(0, +)
            Soak.report(
                "eight processes on one server",
                tried:
                    "\(members.map(\.acts).reduce(0, +)) commands, \(calls.value) refreshes, \(waits) retries of a locked store",
                lost: lost)
        }
    }
}
