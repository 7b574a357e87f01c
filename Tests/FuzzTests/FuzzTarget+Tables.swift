import AggCore
import AggSource
import AggTesting

@testable import TableSource

extension FuzzTarget {
    /// Tables of any bytes: detected and read, or rejected with a reason.
    static let tables = [
        table("table-detected", [:]),
        table(
            "table-configured",
            [
                "format": "csv", "encoding": "utf-8", "delimiter": "comma", "header": "true",
                "columns": "id:integer, name, day:date, size:decimal", "key": "id", "title": "name", "date": "day",
            ]),
        delimited,
    ]

    private static let seeds = [
        "id,name,day,size\n1,\"Oak, \"\"red\"\"\",2024-01-02,1.5\r\n2,Elm\n,,\n3,Ash,03/04/2024,\"2,5\",x\n",
        "a;b\n1;'x;y'\n2;POINT (1 2)\n", #"{"data": {"rows": [{"a": 1, "b": {"c": [1, 2]}}, {"a": 2}]}, "next": "/x"}"#,
        #"{"type":"FeatureCollection","features":[{"type":"Feature","id":1,"properties":{"n":"a"},"geometry":"#
            + #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}]}"#,
        "\u{1F}\u{8B}\u{8}\u{0}", #"[["a","b"],[1,2]]"#, "{\"a\":1}\n{\"a\":2}\n",
    ]

    private static func table(_ name: String, _ values: [String: String]) -> FuzzTarget {
        FuzzTarget(name: name, seeds: seeds) { bytes throws(BrokenPromise) in
            let entry = SourceEntry(
                id: .init("fuzz"), kind: .init("table"),
                values: values.merging(["url": "https://example.org/t"]) { $1 }.map { (.init($0.key), .init($0.value)) }
            )
            let registry = try? SourceRegistry(kinds: [TableSource.self], entries: [entry])
            guard let source = registry?.instances.first?.dataSource else {
                throw BrokenPromise(description: "the source cannot be made")
            }
            let log = BatchLog()
            let client = StubHTTPClient(.bytes(bytes))
            _ = try? await source.fetcher(SourceServices(http: client)).fetch(since: nil, into: log)
            for record in await log.records {
                try BrokenPromise.unless(!record.key.isEmpty && !record.title.isEmpty, "a record without key or title")
            }
        }
    }

    /// The rows are the same wherever the pieces end.
    private static let delimited = FuzzTarget(name: "delimited-text", seeds: seeds) { bytes throws(BrokenPromise) in
        let whole = rows(bytes, pieceSize: max(1, bytes.count))
        for size in [1, 3, 64] {
            try BrokenPromise.unless(rows(bytes, pieceSize: size) == whole, "other rows in pieces of \(size)")
        }
    }

    private static func rows(_ bytes: [UInt8], pieceSize: Int) -> [String] {
        var reader = DelimitedReader(Dialect())
        var rows: [String] = []
        func keep(_ row: borrowing TableRow) throws(SourceError) {
            rows.append("\(row.line) \(row.fault == nil) \(row.ends) \(row.bytes)")
        }
        do throws(SourceError) {
            for start in stride(from: 0, to: bytes.count, by: pieceSize) {
                try reader.push(Array(bytes[start..<min(start + pieceSize, bytes.count)]), keep)
            }
            try reader.finish(keep)
        } catch {
            rows.append(error.reason())
        }
        return rows
    }
}
