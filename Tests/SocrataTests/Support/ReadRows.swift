import AggSource
import AggTesting

/// Reads the rows of responses, with each row's first value as its key.
func readRows(of answers: [HTTPResponse]) async throws -> [JSONValue] {
    var rows: [JSONValue] = []
    var stream = JSONRecordStream(of: "rows", into: BatchLog())
    for answer in answers {
        try await stream.read(answer.body) { item in
            rows.append(item)
            return Record(key: "\(rows.count)", title: "row")
        }
    }
    _ = try await stream.finish(state: nil)
    return rows
}
