import AggSearch
import AggSource
import AggStorage
import GRDB
import Testing

@testable import AggStore

struct StreamTests {
    private func filled() async throws -> MirrorFile {
        let mirror = try MirrorFile()
        try await mirror.store.fill(
            with: (0..<300).map { number in
                Record(
                    key: "\(number)", title: number % 3 == 0 ? "Ört \(number)" : "Town \(number)",
                    date: number % 5 == 0 ? RecordDate(canonical: "2024-01-01") : nil, prominence: number % 4)
            })
        return mirror
    }

    @Test func `a stream has the rows of the list`() async throws {
        let mirror = try await filled()
        for limit in [0, 1, 7, 299, 300, 1_000] {
            var records: [Record] = []
            try #require(mirror.store.stream(.cities, limit: limit)).forEach { record in
                records.append(record)
                return true
            }
            let listed = try await mirror.store.list(.cities, limit: limit)
            #expect(records == listed, "\(limit)")
        }
    }

    @Test func `a stream ends when its reader does`() async throws {
        let mirror = try await filled()
        var count = 0
        try #require(mirror.store.stream(.cities, limit: 300)).forEach { _ in
            count += 1
            return count < 120
        }
        #expect(count == 120)
    }

    @Test func `a stream sees one state of the store and delays no writer`() async throws {
        let mirror = try await filled()
        var titles: Set<String> = []
        try #require(mirror.store.stream(.cities, limit: 300)).forEach { record in
            if titles.isEmpty {
                do { try mirror.raw.write { try $0.execute(sql: "UPDATE record SET title = 'new'") } } catch {
                    Issue.record(error)
                }
            }
            titles.insert(record.title)
            return true
        }
        #expect(titles.count == 300)
        #expect(try await mirror.store.list(.cities, limit: 300).allSatisfy { $0.title == "new" })
    }

    @Test func `an unknown source has no rows`() async throws {
        let mirror = try MirrorFile()
        try #require(mirror.store.stream(.news, limit: 10)).forEach { record in
            Issue.record("\(record)")
            return true
        }
    }
}

struct ByteCountsTests {
    private func add(_ text: String, to counts: inout ByteCounts) -> Bool {
        var text = text
        return text.withUTF8 { counts.add($0) }
    }

    @Test func `counts each string, in the order of their first occurrences`() {
        var counts = ByteCounts()
        for text in ["", "a", "12345678", "a", "123456789", "", "a", "12345678"] {
            #expect(add(text, to: &counts))
        }
        #expect(counts.entries.map { String(decoding: $0.bytes, as: UTF8.self) } == ["", "a", "12345678", "123456789"])
        #expect(counts.entries.map(\.count) == [2, 3, 2, 1])
    }

    @Test func `refuses more different strings than the limit, and still counts the known ones`() {
        var counts = ByteCounts()
        for number in 0..<ByteCounts.most { #expect(add("\(number)", to: &counts)) }
        #expect(!add("one more", to: &counts))
        #expect(add("7", to: &counts))
        #expect(counts.entries[7].count == 2)
    }

    @Test func `refuses strings that are too large together`() {
        var counts = ByteCounts()
        let long = String(repeating: "x", count: ByteCounts.mostBytes / 4)
        for number in 0..<3 { #expect(add("\(number)" + long, to: &counts)) }
        #expect(!add("3" + long, to: &counts))
    }
}
