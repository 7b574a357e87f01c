import AggSearch
import AggSource
import Testing

@testable import AggStore

struct StagedKeysTests {
    /// Stages rows with the given keys, a few in each run.
    private func staged(_ keys: [String], perRun count: Int) throws -> StagedFile {
        var file = StagedFile()
        var repeated = RepeatedTexts()
        var run = StagedRun()
        for (arrival, key) in keys.enumerated() {
            run.add(Record(key: key, title: "Row \(arrival)"), arrival: arrival, &repeated)
            if run.count == count || arrival == keys.count - 1 {
                try run.write(to: file.append(bytes: run.bytes.count, rows: run.count))
                run = StagedRun()
            }
        }
        return file
    }

    /// The keys with the titles of their rows.
    private func pairs(_ keys: StagedKeys, _ rows: StagedFile) throws -> [[String]] {
        let reader = try #require(rows.reader())
        var pairs: [[String]] = []
        try keys.forEach { key in
            let row = try #require(try reader.row(at: Int(key.place)))
            pairs.append([key.key, row[.title]].map { String(decoding: $0 ?? key.key, as: UTF8.self) })
        }
        return pairs
    }

    @Test func `keys are in order, each with its last row`() throws {
        let rows = try staged(["b", "a", "", "b", "ab", "é", "z", "a"], perRun: 3)
        let keys = try StagedKeys(of: rows, without: [])
        #expect(
            try pairs(keys, rows) == [
                ["", "Row 2"], ["a", "Row 7"], ["ab", "Row 4"], ["b", "Row 3"], ["z", "Row 6"], ["é", "Row 5"],
            ])
        #expect(keys.rowCount == 8)
    }

    @Test func `rows of removed records are left out`() throws {
        let rows = try staged(["b", "a", "b", "c", "\u{E9}", "e\u{301}"], perRun: 2)
        // The two encodings of é are different keys.
        let keys = try StagedKeys(of: rows, without: ["b", "x", "\u{E9}"])
        #expect(try pairs(keys, rows) == [["a", "Row 1"], ["c", "Row 3"], ["e\u{301}", "Row 5"]])
        #expect(keys.rowCount == 3)
    }

    @Test func `any number of keys can be sorted`() throws {
        // More than two runs of a megabyte.
        let tail = String(repeating: "x", count: 400)
        let names = (0..<6_000).map { "\($0 &* 7_919 % 6_000)\(tail)" }
        let rows = try staged(names + names.prefix(10), perRun: 1_000)
        let keys = try StagedKeys(of: rows, without: [])
        let found = try pairs(keys, rows)
        #expect(found.map { $0[0] } == names.sorted())
        #expect(found.first { $0[0] == names[3] }?[1] == "Row 6003")
    }
}
