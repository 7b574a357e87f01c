import AggSearch
import AggSource
import AggStorage
import Testing

import AggStore

/// The first load of many rows, which rebuilds the indexes and the text index.
struct BulkLoadTests {
    private let count = 12_000

    private func records(_ count: Int) -> [Record] {
        (0..<count).map { number in
            Record(
                key: "\((number * 7919) % count)", title: "Town \(number % 5_000) \(["Bad", "São", "Alt"][number % 3])",
                subtitle: "Land \(number % 40)", prominence: number % 1_000 == 0 ? 3 : 0)
        }
    }

    @Test func `the text index contains every row, and those of other sources`() async throws {
        let mirror = try MirrorFile()
        try await mirror.store.fill(.news, with: [.titled("Before the load")])
        let outcome = try await mirror.store.fill(with: records(count))
        try await mirror.store.fill(.news, with: [.titled("Before the load"), .titled("After the load")])
        #expect(outcome.change.added == count)
        try await mirror.checkTextIndex()
        let words = try await mirror.integers("SELECT count(*) FROM record_text WHERE record_text MATCH '\"town\"'")
        #expect(words == [Int64(count)])
        let news = try await mirror.integers("SELECT count(*) FROM record_text WHERE record_text MATCH '\"load\"'")
        #expect(news == [2])
    }

    @Test func `ids follow the order of results`() async throws {
        let mirror = try MirrorFile()
        try await mirror.store.fill(with: records(count))
        let byID = try await mirror.integers("SELECT id FROM record ORDER BY id")
        let byRank = try await mirror.integers("SELECT id FROM record ORDER BY class, folded, date DESC, key")
        #expect(byID == byRank)
    }

    /// An index with few entries stays; the others are built afterward.
    @Test(arguments: [0, 7, 11_000])
    func `indexes that not every row is in contain the right ones`(with: Int) async throws {
        let mirror = try MirrorFile()
        let place = Coordinate(latitude: 51.5, longitude: 7)
        let other = Record(key: "1", title: "Ä", date: RecordDate(iso8601: "2025-01-01"), coordinate: place)
        try await mirror.store.fill(.news, with: [other])
        var rows = records(count)
        for index in 0..<with {
            rows[index].title = "Ä" + rows[index].title
            rows[index].date = RecordDate(iso8601: "2024-02-29")
            rows[index].coordinate = place
        }
        try await mirror.store.fill(with: rows)
        for (index, column) in [
            ("record_alternate", "alternate"), ("record_date", "date"), ("record_place", "latitude"),
        ] {
            let entries = "SELECT count(*) FROM record INDEXED BY \(index) WHERE \(column) IS NOT NULL"
            #expect(try await mirror.integers(entries) == [Int64(with + 1)], "\(index)")
        }
        #expect(try await mirror.integers("SELECT count(*) FROM sqlite_stat1") == [7])
        let isIntact = "SELECT integrity_check = 'ok' FROM pragma_integrity_check"
        #expect(try await mirror.integers(isIntact) == [1])
    }

    @Test func `a load replaces a starter sample`() async throws {
        let mirror = try MirrorFile()
        let starter = RefreshCommit(origin: .starter, fetchedAt: nil)
        try await mirror.store.fill(with: [.titled("Only in the sample")], starter)
        try await mirror.store.fill(with: records(count))
        try await mirror.checkTextIndex()
        #expect(try await mirror.integers("SELECT count(*) FROM record_text WHERE record_text MATCH 'sample'") == [0])
        #expect(try await mirror.integers("SELECT count(*) FROM record") == [Int64(count)])
    }

    @Test func `the last row of a repeated key wins`() async throws {
        let mirror = try MirrorFile()
        var rows = records(count)
        rows.append(Record(key: rows[3].key, title: "The last word"))
        rows.append(rows[5])
        let outcome = try await mirror.store.fill(with: rows)
        #expect((outcome.records, outcome.change.added, outcome.change.duplicates) == (count, count, 2))
        let titles = try await mirror.store.records(at: [RecordAddress(source: .cities, key: rows[3].key)])
        #expect(titles.values.map(\.title) == ["The last word"])
        try await mirror.checkTextIndex()
        #expect(
            try await mirror.integers("SELECT count(*) FROM record_text WHERE record_text MATCH '\"town\"'")
                == [Int64(count - 1)])
    }

    @Test func `has the same indexes as a new file`() async throws {
        let mirror = try MirrorFile()
        let indexes = "SELECT count(*) FROM sqlite_master WHERE type = 'index' AND name LIKE 'record_%'"
        let before = try await mirror.integers(indexes)
        try await mirror.store.fill(with: records(count))
        #expect(try await mirror.integers(indexes) == before)
    }

    @Test(arguments: [false, true])
    func `a refresh in which most rows changed leaves what a new file would have`(hasOthers: Bool) async throws {
        let (mirror, other) = (try MirrorFile(), try MirrorFile())
        var rows = records(count)
        if hasOthers {
            for mirror in [mirror, other] { try await mirror.store.fill(.news, with: [.titled("A town in the news")]) }
        }
        try await mirror.store.fill(with: rows)
        for index in rows.indices where index % 4 > 0 {
            rows[index].title = "New \(rows[index].title)"
            rows[index].alternativeTitles = ["Novum \(index)"]
        }
        rows.removeLast(3)
        rows.append(Record(key: "new", title: "Elsewhere"))
        let outcome = try await mirror.store.fill(with: rows)
        #expect((outcome.change.added, outcome.change.changed, outcome.change.removed) == (1, 8_997, 3))
        try await other.store.fill(with: rows)
        try await mirror.checkTextIndex()
        for sql in [
            "SELECT id FROM record ORDER BY id", "SELECT record FROM record_title ORDER BY folded, record",
            "SELECT id FROM record ORDER BY source, key", "SELECT digest FROM record ORDER BY id",
            "SELECT rowid FROM record_text WHERE record_text MATCH '\"new\"' ORDER BY 1",
            "SELECT count(*) FROM sqlite_master",
        ] {
            #expect(try await mirror.integers(sql) == other.integers(sql), "\(sql)")
        }
        let changes = try await mirror.store.changes(of: .cities, since: nil, limit: 20_000).changes
        #expect(changes.filter { $0.kind == .changed }.allSatisfy { $0.fields.map(\.name).contains("title") })
        #expect(changes.filter { $0.kind == .added }.map(\.title) == ["Elsewhere"])
        #expect(changes.count { $0.kind == .removed } == 3)
    }

    @Test func `a later refresh builds on the load`() async throws {
        let mirror = try MirrorFile()
        try await mirror.store.fill(with: records(count))
        var rows = records(count)
        rows[0].title = "Elsewhere"
        rows.removeLast()
        let outcome = try await mirror.store.fill(with: rows)
        #expect((outcome.change.added, outcome.change.changed, outcome.change.removed) == (0, 1, 1))
        try await mirror.checkTextIndex()
        #expect(
            try await mirror.integers("SELECT count(*) FROM record_text WHERE record_text MATCH '\"elsewhere\"'") == [1]
        )
    }
}
