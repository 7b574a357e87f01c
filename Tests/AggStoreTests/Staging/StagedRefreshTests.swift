import AggSearch
import AggSource
import AggStorage
import Testing

@testable import AggStore

/// Refreshes with several runs, whose rows are in a file rather than in memory.
struct StagedRefreshTests {
    private let count = 2 * StagedRun.fullCount + 100

    /// Returns rows whose keys and titles arrive in a different order than they are stored in.
    private func records() -> [Record] {
        (0..<count).map { number in
            Record(
                key: "\(number * 7919 % count)", title: "Town \(number * 31 % 997)", subtitle: "Land \(number % 40)",
                prominence: number % 500 == 0 ? 4 : 0)
        }
    }

    private func checkOrder(_ mirror: MirrorFile) async throws {
        let byID = try await mirror.integers("SELECT id FROM record WHERE seen IS NULL ORDER BY id")
        let byRank = try await mirror.integers(
            "SELECT id FROM record WHERE seen IS NULL ORDER BY class, folded, date DESC, key")
        #expect(byID == byRank)
    }

    @Test func `merges the rows of all runs into one order`() async throws {
        let mirror = try MirrorFile()
        let outcome = try await mirror.store.fill(with: records())
        #expect(outcome.change.added == count)
        try await checkOrder(mirror)
        try await mirror.checkTextIndex()
    }

    @Test func `the last row wins if a key repeats in another run`() async throws {
        let mirror = try MirrorFile()
        var rows = records()
        for index in 0..<50 { rows[count - 1 - index].key = rows[index].key }
        let outcome = try await mirror.store.fill(with: rows)
        #expect((outcome.records, outcome.change.duplicates) == (count - 50, 50))
        let addresses = (0..<50).map { RecordAddress(source: .cities, key: rows[$0].key) }
        let stored = try await mirror.store.records(at: addresses)
        for index in 0..<50 {
            #expect(stored[addresses[index]]?.title == rows[count - 1 - index].title)
        }
        try await checkOrder(mirror)
        try await mirror.checkTextIndex()
    }

    @Test func `finds new, changed, and removed rows across all runs`() async throws {
        let mirror = try MirrorFile()
        try await mirror.store.fill(with: records())
        var rows = records()
        rows.removeSubrange(100..<103)
        for index in stride(from: 1, to: rows.count, by: 1_000) { rows[index].subtitle = "Elsewhere" }
        rows[5].prominence = 7
        rows.append(Record(key: "new", title: "New town"))
        let outcome = try await mirror.store.fill(with: rows)
        let changed = Array(stride(from: 1, to: rows.count - 1, by: 1_000)).count + 1
        #expect((outcome.change.added, outcome.change.changed, outcome.change.removed) == (1, changed, 3))
        let stored = try await mirror.store.records(at: rows.map { RecordAddress(source: .cities, key: $0.key) })
        #expect(rows.allSatisfy { stored[RecordAddress(source: .cities, key: $0.key)] == $0 })
        try await mirror.checkTextIndex()
    }

    @Test func `a row can be larger than what is read of a run at once`() async throws {
        let mirror = try MirrorFile()
        let long = String(repeating: "long ", count: 60_000)
        let rows = (0..<30).map { Record(key: "\($0)", title: "Row \($0)", fields: [.init("text", .text(long))]) }
        #expect(try await mirror.store.fill(with: rows).change.added == 30)
        #expect(try await mirror.store.fill(with: rows).change.isEmpty)
        let stored = try await mirror.store.records(at: [RecordAddress(source: .cities, key: "17")])
        #expect(stored.values.first == rows[17])
    }
}
