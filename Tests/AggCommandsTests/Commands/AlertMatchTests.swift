import AggCommands
import AggCore
import AggSearch
import AggSource
import AggStorage
import AggTesting
import Foundation
import Testing

/// Which records are new matches of a watched search.
@Suite struct AlertMatchTests {
    private static func town(_ key: String, _ title: String, _ country: String) -> Record {
        Record(key: key, title: title, fields: [.init("country", .text(country))])
    }

    private static let before = [town("1", "London", "GB"), town("2", "Paris", "FR"), town("3", "Nice", "IT")]

    /// Towns that are about to change, and a search that watches for French ones.
    private static func bench() async throws -> Bench {
        let bench = try Bench()
        try await bench.hold(before, in: "towns", age: 0)
        _ = try await bench.run("save french search country:FR --watch")
        bench.clock.advance(by: 60)
        return bench
    }

    /// The titles of the new matches, which are then reported.
    private func deliver(_ bench: Bench) async throws -> [String] {
        let output = try await bench.run("alerts")
        _ = await output.whenDelivered?()
        bench.clock.advance(by: 60)
        return output.titles
    }

    /// Stores towns as a refresh does after a change of configuration while a search is watched.
    private func renew(_ bench: Bench, _ records: [Record], mode: SourcePolicy.Mode = .replace) async throws {
        let towns = try #require(SourceID("towns"))
        let staging = await bench.store.stage(towns)
        _ = try await staging.write(records)
        _ = try await staging.commit(
            RefreshCommit(
                origin: .remote, mode: mode, fingerprint: "other", fetchedAt: bench.clock.now,
                unexaminedSince: await bench.alerts.firstUnexamined(of: towns)))
        bench.clock.advance(by: 60)
    }

    @Test func `a record that was removed and added again is a new match`() async throws {
        let bench = try await Self.bench()
        let lyon = Self.town("4", "Lyon", "FR")
        for _ in 0..<2 {
            try await bench.hold(Self.before + [lyon], in: "towns", age: 0)
            #expect(try await deliver(bench) == ["Lyon"])
            try await bench.hold(Self.before, in: "towns", age: 0)
            #expect(try await deliver(bench).isEmpty)
        }
    }

    @Test func `after a change of configuration, a record that now matches is a new match`() async throws {
        let bench = try await Self.bench()
        try await renew(
            bench, [Self.town("1", "London town", "GB"), Self.town("2", "Paris!", "FR"), Self.town("3", "Nice", "FR")])
        let output = try await bench.run("alerts")
        #expect(output.titles == ["Nice"] && output.remarks.isEmpty)
        #expect(try await bench.run("changes").body?.values?.rows.isEmpty == true)
        #expect(try await bench.run("changes towns:3").body?.values?.rows.isEmpty == true)
        #expect(try await bench.run("news").titles.isEmpty)
    }

    @Test func `the last refresh includes the summary of a change of configuration`() async throws {
        let bench = try await Self.bench()
        let changed = [Self.town("1", "London town", "GB")] + Self.before.dropFirst()
        try await renew(
            bench, changed + [Self.town("4", "Lyon", "FR")], mode: .accumulate(keep: .seconds(86_400)))
        for line in ["changes", "changes towns", "changes since 1h"] {
            let report = try #require(try await bench.run(line).body as? ChangesReport)
            #expect(report.answer.changes.map(\.title) == ["Lyon"])
            #expect(report.answer.refreshes.map(\.refresh.kind).prefix(2) == [.ordinary, .renewed])
            #expect(report.notes.contains { $0.hasSuffix("so only totals are kept: 1 changed") })
        }
        #expect(try await deliver(bench) == ["Lyon"])
        try await bench.hold(changed, in: "towns", age: 0)
        let next = try #require(try await bench.run("changes").body as? ChangesReport)
        #expect(next.answer.refreshes.map(\.refresh.kind) == [.renewed])
    }
}
