import AggSource
import Foundation
import TestSupport
import Testing

@testable import TableSource

/// The tables of other projects' tests, if available.
@Suite(.enabled(if: RealData.has("tables")))
struct PublicTableTests {
    private static let endings = [".csv", ".tsv", ".psv", ".json", ".jsonl", ".ndjson", ".geojson", ".geojsonl"]
    /// Tables that are broken, empty, or in an unsupported encoding.
    private static let refused: Set<String> = [
        "PapaParse.malformed.tsv", "duckdb.shift_jis.csv", "duckdb.empty.csv", "duckdb.array_comma_malformed.json",
        "duckdb.empty_array.json", "duckdb.top_level_two_arrays.json", "duckdb.trailing_content.ndjson",
        "geojsonhint.bad-duplicate-properties.geojson", "geojsonhint.bad-properties-as-array.geojson",
    ]
    @Test func `reads each public table that is not broken`() async throws {
        for file in RealData.files(in: "tables", endingWith: Self.endings) {
            let bytes = try RealData.bytes(file)
            let isRefused = Self.refused.contains((file as NSString).lastPathComponent)
            let found = try? await TableDetector(given: TableSettings()).find(in: HTTPBody(bytes))
            #expect((found == nil) == isRefused, "\(file)")
            guard let found else { continue }
            #expect(found.settings.isComplete && !found.survey.names.isEmpty, "\(file)")
        }
    }
}
