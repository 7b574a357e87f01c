import AggCore
import AggSource
import AggStorage
import AggTesting
import Foundation
import Testing

import AggCommands

/// The history of a record and of a value across refreshes.
@Suite struct OverTimeTests {
    private static func peak(_ key: String, _ title: String, _ height: Int64) -> Record {
        Record(key: key, title: title, fields: [.init("height", .integer(height)), .init("country", .text("FR"))])
    }

    /// Peaks over four days: one grows, one is added, and one is removed.
    private static func bench() async throws -> Bench {
        let bench = try Bench()
        let days: [[Record]] = [
            [peak("a", "Mont Blanc", 4_800), peak("b", "Puy", 1_400)],
            [peak("a", "Mont Blanc", 4_806), peak("b", "Puy", 1_400)],
            [peak("a", "Mont Blanc", 4_806), peak("b", "Puy", 1_400), peak("c", "Ventoux", 1_900)],
            [peak("a", "Mont Blanc", 4_810), peak("c", "Ventoux", 1_900)],
        ]
        for (day, records) in days.enumerated() {
            try await bench.hold(records, in: "peaks", age: Double(3 - day) * 86_400)
        }
        try await bench.hold(.towns, in: "towns")
        return bench
    }

    private func rows(_ output: CommandOutput) -> [[String]] {
        (output.body?.values?.rows ?? []).map { $0.map { $0.stringValue ?? $0.text } }
    }

    @Test func `lists the changes to a record, newest first`() async throws {
        let bench = try await Self.bench()
        let output = try await bench.run("changes peaks:a")
        #expect(rows(output).map { $0[5] + " " + $0[6] + " " + $0[7] } == ["height 4806 4810", "height 4800 4806"])
        #expect(rows(try await bench.run("changes peaks:a since 1d")).count == 1)
        #expect(rows(try await bench.run("changes peaks:b")).map { $0[3] } == ["removed"])
        _ = try await bench.run("search blanc")
        #expect(rows(try await bench.run("changes 1")).count == 2)
        let none = Answers.text(try await bench.run("changes towns:1"), .table)
        #expect(none.contains("no recorded changes to towns:1"))
        #expect(await bench.error(of: "changes towns:99")?.code == "no_such_record")
        #expect(await bench.error(of: "changes nowhere:1")?.code == "no_such_record")
    }

    @Test func `charts a value across the refreshes that changed it`() async throws {
        let bench = try await Self.bench()
        let output = try await bench.run("chart height of peaks:a")
        #expect(rows(output).map { $0[1] } == ["4800", "4806", "4810"])
        #expect(rows(output).map { $0[0] }.first == "null")
        let lines = Answers.text(output, .table).split(separator: "\n")
        #expect(
            lines.count == 4 && lines[3] == "peaks: 0 s old" && lines[0].hasPrefix("before")
                && lines[2].contains(" 4810 █"))
        let still = try await bench.run("chart height of peaks:c")
        #expect(rows(still).map { $0[1] } == ["1900"])
        #expect(await bench.error(of: "chart country of peaks:a")?.code == "no_numbers")
        #expect(await bench.error(of: "chart height of")?.status == .usage)
        for address in ["peaks:zzz", "nowhere:1"] {
            #expect(await bench.error(of: "chart height of \(address)")?.code == "no_such_record")
        }
    }

    @Test func `charts the count and the sum of a query over time`() async throws {
        let bench = try await Self.bench()
        let count = try await bench.run("chart count of source:peaks height:>1500")
        #expect(rows(count).map { $0[1] } == ["1", "2"])
        let sum = try await bench.run("chart height of source:peaks height:>1500")
        #expect(rows(sum).map { $0[1] } == ["4800", "4806", "6706", "6710"])
        #expect(Answers.text(sum, .table).contains("excludes 1 removed record"))
        let svg = try #require(count.body?.svg)
        #expect(svg.contains("<svg"))
    }

    @Test func `a chart of all records of a source counts those that were removed`() async throws {
        let bench = try Bench()
        for (day, keys) in [
            ["1", "2", "3", "4", "5", "6"], ["1", "2", "3", "4", "5"], ["1", "2", "3", "4"],
            ["1", "2", "3", "7"],
        ].enumerated() {
            try await bench.hold(
                keys.map { Self.peak($0, "Peak", 1) }, in: "peaks", age: Double(3 - day) * 86_400)
        }
        let output = try await bench.run("chart count of source:peaks")
        #expect(rows(output).map { $0[1] } == ["6", "5", "4"])
        #expect(output.body?.values != nil && !Answers.text(output, .table).contains("excludes"))
    }

    /// More peaks than changes are kept, of which one more than is kept grew twice as high, and then five more.
    private static func benchOfMany() async throws -> Bench {
        let bench = try Bench()
        for (day, grown) in [0, 10_001, 10_006].enumerated() {
            let peaks = (0..<10_010).map { peak("\($0)", "Peak", $0 < grown ? 2 : 1) }
            try await bench.hold(peaks, in: "peaks", age: Double(2 - day) * 86_400)
        }
        return bench
    }

    @Test func `a chart starts with the last refresh whose changes are not all kept`() async throws {
        let bench = try await Self.benchOfMany()
        let count = try await bench.run("chart count of height:2")
        #expect(rows(count) == [["2026-11-19T10:00:00Z", "10001"], ["2026-11-20T10:00:00Z", "10006"]])
        #expect(Answers.text(count, .table).contains("earlier values are unknown because not all changes are kept"))
        let sum = try await bench.run("chart height of source:peaks")
        #expect(rows(sum).map { $0[1] } == ["20011", "20016"])
    }

    @Test func `a chart starts with a change of configuration, whose changes are not kept`() async throws {
        let bench = try await Self.bench()
        let staging = await bench.store.stage(try #require(SourceID("peaks")))
        _ = try await staging.write([Self.peak("a", "Mont Blanc", 4_000)])
        _ = try await staging.commit(
            RefreshCommit(origin: .remote, fingerprint: "other", fetchedAt: bench.clock.now, acceptsLoss: true))
        #expect(rows(try await bench.run("chart height of source:peaks")).map { $0[1] } == ["4000"])
        #expect(rows(try await bench.run("chart count of source:peaks")).map { $0[1] }.last == "1")
    }

    @Test func `a column that no source has, or that has no numbers, is an error`() async throws {
        let bench = try await Self.bench()
        #expect(await bench.error(of: "chart nope of source:peaks")?.status == .usage)
        #expect(await bench.error(of: "chart height of source:peaks zzz") == nil)
        for column in ["country", "title"] {
            #expect(await bench.error(of: "chart \(column) of source:peaks")?.code == "no_numbers")
        }
    }

    @Test(arguments: [
        ("chart height of peaks:a", ["peaks"]), ("chart height of source:peaks", ["peaks"]),
        ("chart count of country:FR", ["towns", "peaks"]),
    ])
    func `a chart over time says how fresh its sources are`(line: String, sources: [String]) async throws {
        let bench = try await Self.bench()
        bench.clock.advance(by: 90_000)
        let output = try await bench.run(line)
        #expect(output.sources.map(\.id.description) == sources && output.sources.allSatisfy(\.isStale))
        #expect(Answers.text(output, .table).contains("older than 24 h"))
    }
}
