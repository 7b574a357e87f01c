import AggSearch
import AggSource
import Testing

@testable import AggStore

struct StagedRunTests {
    private func rows(_ records: [Record]) throws -> [[String?]] {
        var run = StagedRun()
        var repeated = RepeatedTexts()
        for (arrival, record) in records.enumerated() { run.add(record, arrival: arrival, &repeated) }
        var file = StagedFile()
        try run.write(to: file.append(bytes: run.bytes.count, rows: run.count))
        var rows: [[String?]] = []
        try file.reader()?.forEach { _, row in
            rows.append(StagedRow.Text.allCases.map { row[$0].map { String(decoding: $0, as: UTF8.self) } })
        }
        return rows
    }

    @Test func `a row has every text of its record, and nil for a missing one`() throws {
        let record = Record(
            key: "7", title: "Zürich", alternativeTitles: ["Zurigo", "Turicum"], subtitle: "Switzerland",
            date: RecordDate(iso8601: "2024-02-29"), url: "https://example.org/7",
            fields: [.init("country", .text("CH"))], keywords: ["Zuerich", ""])
        #expect(
            try rows([record, Record(key: "8", title: "zug")]) == [
                ["8", "zug"] + [nil, nil, "zug"] + Array(repeating: nil, count: 5) + ["", nil, nil],
                [
                    "7", "zurich", "zürich", "zuerich", "Zürich", "Switzerland", "2024-02-29", "https://example.org/7",
                    #"["Zuerich",""]"#, #"{"country":"CH"}"#, " ~switzerland =ch =zuerich",
                    #"["Zurigo","Turicum"]"#, " zurigo \n turicum ",
                ],
            ])
    }

    @Test func `writes rows in the order of results`() throws {
        let names = ["b", "ab", "a", "abcdefgh", "abcdefgg", "abcdefg", "é", "z"]
        var records = names.map { Record(key: "k" + $0, title: $0) }
        records.append(Record(key: "1", title: "zz", prominence: 2))
        records.append(Record(key: "0", title: "a"))
        records.append(Record(key: "9", title: "a", date: RecordDate(iso8601: "2020-01-01")))
        records.append(Record(key: "9", title: "a", date: RecordDate(iso8601: "2021-01-01")))
        #expect(
            try rows(records).map { $0[0] } == [
                "1", "9", "9", "0", "ka", "kab", "kabcdefg", "kabcdefgg", "kabcdefgh", "kb", "ké", "kz",
            ])
    }

    /// The digest decides which rows count as changed: a different one for the same content would change every row.
    @Test(arguments: [
        (Record(key: "1", title: "Here"), -5_013_914_524_362_329_870 as Int64),
        (
            Record(
                key: "2", title: "Zürich", subtitle: "Switzerland", date: RecordDate(iso8601: "2024-02-29"),
                coordinate: Coordinate(latitude: 47.36667, longitude: 8.55), url: "https://example.org/7",
                prominence: 6, fields: [.init("country", .text("CH"))], keywords: ["Zuerich"]),
            -5_498_292_080_968_847_159 as Int64
        ),
    ])
    func `the digest of the same content never changes`(_ record: Record, _ digest: Int64) throws {
        var run = StagedRun()
        var repeated = RepeatedTexts()
        run.add(record, arrival: 0, &repeated)
        #expect(run.bytes.withUnsafeBytes { StagedRow($0).head.digest } == digest)
    }
}
