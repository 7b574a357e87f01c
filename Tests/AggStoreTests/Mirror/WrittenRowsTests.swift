import AggSearch
import AggSource
import AggStorage
import Foundation
import GRDB
import Testing

import AggStore

/// Which rows a commit writes.
struct WrittenRowsTests {
    /// Logs every row of `record` that is written.
    private func watch(_ mirror: MirrorFile) async throws {
        try await mirror.raw.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE written (id INTEGER);
                    CREATE TRIGGER a AFTER INSERT ON record BEGIN INSERT INTO written VALUES (new.id); END;
                    CREATE TRIGGER b AFTER UPDATE ON record BEGIN INSERT INTO written VALUES (new.id); END;
                    CREATE TRIGGER c AFTER DELETE ON record BEGIN INSERT INTO written VALUES (old.id); END;
                    """)
        }
    }

    private var records: [Record] {
        (0..<200).map { number in
            Record(
                key: "\(number)", title: "Title \(number)", alternativeTitles: ["Other \(number)"], subtitle: "Sub",
                date: RecordDate(canonical: "2024-01-01"),
                coordinate: Coordinate(latitude: 1.5, longitude: Double(number) / 3), prominence: number % 3,
                fields: [.init("a", .list(["x", "y"])), .init("b", .decimal(Double(number)))], keywords: ["k"])
        }
    }

    @Test func `unchanged rows are not written`() async throws {
        let mirror = try MirrorFile()
        try await mirror.store.fill(with: records)
        try await watch(mirror)
        let before = try await mirror.integers("SELECT sum(length(block)) FROM record_text_data")
        #expect(try await mirror.store.fill(with: records.reversed()).change.isEmpty)
        #expect(try await mirror.integers("SELECT id FROM written").isEmpty)
        #expect(try await mirror.integers("SELECT sum(length(block)) FROM record_text_data") == before)
    }

    @Test func `only the rows that differ are written, each once`() async throws {
        let mirror = try MirrorFile()
        try await mirror.store.fill(with: records)
        try await watch(mirror)
        var changed = records
        changed[7].url = "https://example.org"
        changed[8].title = "Another"
        changed.removeLast()
        changed.append(.titled("New"))
        let outcome = try await mirror.store.fill(with: changed)
        #expect((outcome.change.added, outcome.change.changed, outcome.change.removed) == (1, 2, 1))
        #expect(try await mirror.integers("SELECT id FROM written").count == 4)
        #expect(try await mirror.integers("SELECT DISTINCT id FROM written").count == 4)
    }

    enum Change: CaseIterable {
        case title, alternativeTitles, noAlternativeTitle, subtitle, date, coordinate, url, prominence, list, type,
            order, fields, keywords, emptyKeyword

        func make(in record: inout Record) {
            switch self {
            case .title: record.title += "!"
            case .alternativeTitles: record.alternativeTitles.append("Third")
            case .noAlternativeTitle: record.alternativeTitles = []
            case .subtitle: record.subtitle = nil
            case .date: record.date = nil
            case .coordinate: record.coordinate = nil
            case .url: record.url = ""
            case .prominence: record.prominence = 6
            case .list: record.fields[0].value = .list(["x,y"])
            case .type: record.fields[1].value = .integer(3)
            case .order: record.fields.swapAt(0, 1)
            case .fields: record.fields = []
            case .keywords: record.keywords = []
            case .emptyKeyword: record.keywords = ["k", ""]
            }
        }
    }

    @Test(arguments: Change.allCases)
    func `a change to any part of a record counts`(change: Change) async throws {
        let mirror = try MirrorFile()
        var records = Array(records.prefix(4))
        try await mirror.store.fill(with: records)
        change.make(in: &records[3])
        #expect(try await mirror.store.fill(with: records).change.changed == 1)
        #expect(
            try await mirror.store.titles(matching: "other 3")
                == (change == .noAlternativeTitle ? [] : [records[3].title]))
        #expect(
            try await mirror.store.titles(matching: "third") == (change == .alternativeTitles ? [records[3].title] : [])
        )
        let address = RecordAddress(source: .cities, key: "3")
        #expect(try await mirror.store.records(at: [address])[address] == records[3])
    }

    @Test func `the text index contains exactly the stored rows after many refreshes`() async throws {
        var random = RandomRecords(seed: 9)
        let mirror = try MirrorFile()
        for size in [120, 80, 150, 100] {
            let records = random.records(size)
            try await mirror.store.fill(with: records)
            try await mirror.checkTextIndex()
        }
        try await mirror.store.remove(.cities)
        try await mirror.checkTextIndex()
        let left = try await mirror.integers(
            """
            SELECT count(*) FROM record_text WHERE record_text MATCH '"s" * OR "1" * OR "~s" * OR "=s" *'
            """)
        #expect(left == [0])
        #expect(try await mirror.integers("SELECT count(*) FROM record_title") == [0])
        #expect(try await mirror.integers("SELECT count(*) FROM record") == [0])
    }

    @Test func `ids follow the order of results after a load`() async throws {
        var random = RandomRecords(seed: 10)
        let mirror = try MirrorFile()
        try await mirror.store.fill(with: random.records(300))
        let byID = try await mirror.integers("SELECT id FROM record ORDER BY id")
        let byOrder = try await mirror.integers("SELECT id FROM record ORDER BY class, folded, date DESC, key")
        #expect(byID == byOrder)
        #expect(byID.count == 300)
    }

    @Test func `a large commit leaves no log behind`() async throws {
        let mirror = try MirrorFile()
        try mirror.raw.close()
        try await mirror.store.fill(with: (0..<5_000).map { .titled("Title \($0)") })
        let log = try FileManager.default.attributesOfItem(atPath: mirror.folder.path("mirror.sqlite-wal"))
        #expect(log[.size] as? Int == 0)
    }

    @Test func `a cancelled commit changes nothing`() async throws {
        let mirror = try MirrorFile()
        try await mirror.store.fill(with: records)
        let staging = try await mirror.store.stage(.cities)
        _ = try await staging.write([.titled("Other")])
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await staging.commit(RefreshCommit(origin: .remote, fetchedAt: noon, acceptsLoss: true))
        }
        await #expect(throws: CommitError.store(.cancelled)) { try await task.value }
        #expect(try await mirror.store.list(.cities, limit: 999).count == 200)
    }
}
