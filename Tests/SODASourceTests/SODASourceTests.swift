import AggCore
import AggSource
import AggTesting
import Foundation
import Testing

@testable import SODASource

struct SODASourceTests {
    /// Returns an inspection as the API writes it.
    private static func inspection(_ number: Int, result: String = "Pass") -> String {
        """
        {":id":"row-\(number)","inspection_id":"\(number)","dba_name":"CAFE \(number)","results":"\(result)",\
        "address":"\(number) N CLARK ST ","inspection_date":"2024-03-0\(number)T00:00:00.000",\
        "location":{"type":"Point","coordinates":[-87.6,41.9]},"violations":"1. A | 2. B"}
        """
    }

    /// Responds to a request for rows with a text, and to one for metadata with metadata.
    private static func answers(_ rows: String) -> ContractAnswers {
        ContractAnswers { request in
            let isView = request.url.path.hasPrefix("/api/views/")
            let text = isView ? #"{"id":"4ijn-s7e5","name":"Inspections","rowsUpdatedAt":5,"columns":[]}"# : rows
            return HTTPResponse(url: request.url, status: 200, body: HTTPBody(Array(text.utf8)))
        }
    }

    @Test func `keeps the contract of a source`() async {
        await verifyContract(
            of: SODASource.self,
            ContractFixture(
                values: [
                    "endpoint": "https://data.example.org", "dataset": "4ijn-s7e5", "key": "inspection_id",
                    "title": "dba_name", "subtitle": "address", "date": "inspection_date",
                ],
                answers: Self.answers("[\(Self.inspection(1)),\(Self.inspection(2)),{\"dba_name\":\"X\"}]\n"),
                records: 2,
                skipped: 1,
                changed: Self.answers("[\(Self.inspection(1, result: "Fail")),\(Self.inspection(2))]"),
                empty: Self.answers("[]\n"),
                wrongShape: ContractAnswers(
                    #"{"code":"dataset.missing","error":true,"message":"Not found","data":{"id":"x"}}"#),
                wrongItems: Self.answers(#"[{"dba_name":"X"},5,null,[]]"#)))
    }

    @Test func `has Chicago's food inspections built in`() throws {
        let registry = try SourceRegistry(kinds: [SODASource.self])
        let instance = try #require(registry.instances.first)
        #expect(instance.id.description == "chicago-inspections")
        #expect(instance.address == "https://data.cityofchicago.org")
        #expect(instance.dataSource.columns == ChicagoInspections.columns)
        #expect(instance.dataSource.policy == SourcePolicy())
    }

    @Test func `has a sample of a hundred distinct inspections`() async throws {
        let source = try #require(try SourceRegistry(kinds: [SODASource.self]).instances.first).dataSource
        let sample = try #require(source.starter)
        let bytes = try #require(sample.document(for: "4ijn-s7e5.json"))
        let rows = try #require(try JSONValue(parsing: bytes).arrayValue)
        #expect(rows.count == 100)
        #expect(Set(rows.compactMap { $0["inspection_id"]?.stringValue }).count == 100)
        #expect(rows.allSatisfy { $0["dba_name"]?.stringValue != nil && $0["results"]?.stringValue != nil })
    }

    private func faults(_ values: KeyValuePairs<String, String>) -> [String] {
        let entry = SourceEntry(builtIn: "trees", kind: SODASource.kind, values)
        do {
            _ = try SourceRegistry(kinds: [SODASource.self], entries: [entry])
            return []
        } catch {
            return error.faults.map(\.message)
        }
    }

    @Test func `reports its own faults along with an unknown key`() {
        #expect(
            faults(["endpoint": "https://x.example", "dataset": "zzz", "max_records": "-3", "kay": "1"]) == [
                "unknown key “kay”; did you mean “key”?",
                "trees: “zzz” is not a valid data set id; expected an id such as 4ijn-s7e5",
                "trees: “-3” is not a valid value for max_records; use a positive whole number or “all”",
            ])
    }

    @Test func `reports every fault of a configuration at once`() {
        #expect(
            faults(["dataset": "trees", "max_records": "0", "columns": "a:colour"]) == [
                "trees: missing endpoint; set it to the portal's URL, such as https://data.cityofchicago.org",
                "trees: “trees” is not a valid data set id; expected an id such as 4ijn-s7e5",
                "trees: “0” is not a valid value for max_records; use a positive whole number or “all”",
                "trees: unknown column type “colour”; use one of text, integer, decimal, boolean, date",
            ])
        #expect(
            faults(["endpoint": "https://x.org"])
                == ["trees: “dataset” is missing; set it to an id, such as 4ijn-s7e5"])
    }

    @Test(arguments: ["1", "10000", "all"])
    func `accepts a limit on records, or none`(text: String) {
        #expect(faults(["endpoint": "https://x.org", "dataset": "abcd-1234", "max_records": text]).isEmpty)
    }

    @Test(arguments: [("https://x.org", 10_000), ("file:///data/rows.json", nil)] as [(String, Int?)])
    func `limits records by default, except those of a file`(address: String, expected: Int?) throws {
        let id = try #require(SourceID("trees"))
        let url = try #require(URL(string: address))
        let values: [String: ParameterValue] = ["endpoint": .url(url), "dataset": .text("abcd-1234")]
        let parameters = try SODAParameters(SourceConfiguration(id: id, kind: "soda", values: values))
        #expect(parameters.endpoint.maxRecords == expected)
    }

    @Test func `declares the configured columns`() throws {
        let entry = SourceEntry(
            builtIn: "trees", kind: SODASource.kind,
            [
                "endpoint": "https://x.org", "dataset": "abcd-1234",
                "columns": "species, planted:date height:decimal,tag:integer",
            ])
        let registry = try SourceRegistry(kinds: [SODASource.self], entries: [entry])
        let source = try #require(registry.instances.last).dataSource
        #expect(source.columns.map(\.name) == ["species", "planted", "height", "tag_"])
        #expect(source.columns.map(\.kind) == [.text, .date, .decimal, .integer])
        #expect(source.columns.allSatisfy { !$0.summary.isEmpty })
        #expect(source.starter == nil)
    }

    @Test func `a column with the name of a qualifier gets a searchable name and keeps its values`() throws {
        let list = try ColumnList("date:date, tag, tags, date_")
        #expect(list.columns.map(\.name) == ["date_", "tag_", "tags", "date_"])
        let row = try #require(try JSONValue(parsing: #"{"date":"2024-01-01","tag":"a","tags":"b"}"#).objectValue)
        #expect(ColumnList.value(of: "date_", in: row) == "2024-01-01")
        #expect(ColumnList.value(of: "tag_", in: row) == "a")
        #expect(ColumnList.value(of: "tags", in: row) == "b")
        #expect(ColumnList.value(of: "tags_", in: row) == nil)
    }

    @Test(arguments: ["", " , ", "a:b:c", ":text"])
    func `rejects a malformed or empty list of columns`(text: String) {
        #expect(throws: ColumnList.Fault.self) { try ColumnList(text) }
    }

    @Test(arguments: [([:], 2), (["max_records": "1"], 1), (["max_records": "all"], 2)])
    func `reads a file as the whole data set, up to the maximum number of records`(
        values: [String: String], expected: Int
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let all = values.merging(["endpoint": folder.appendingPathComponent("t.json").absoluteString]) { $1 }
        let entry = SourceEntry(
            id: SourceEntry.Text("trees"), kind: SourceEntry.Text("soda"),
            values: all.map { (SourceEntry.Text($0.key), SourceEntry.Text($0.value)) })
        let registry = try SourceRegistry(kinds: [SODASource.self], entries: [entry])
        let source = try #require(registry.instances.last).dataSource
        let client = StubHTTPClient([
            folder.appendingPathComponent("t.json").path: [
                .text(#"[{"tag":"1","name":"Oak"},{"tag":"2","name":"Elm"}]"#)
            ]
        ])
        let sink = BatchLog()
        let result = try await source.fetcher(SourceServices(http: client)).fetch(since: nil, into: sink)
        #expect(await sink.records.map(\.title) == Array(["Oak", "Elm"].prefix(expected)))
        #expect(client.requests.count == 1)
        guard case .complete(let summary) = result else {
            Issue.record("the fetch is not complete")
            return
        }
        #expect(summary.notes.count == 1)
    }

    @Test func `compares the configured columns with all rows of a file, which has no metadata`() async throws {
        let entry = SourceEntry(
            builtIn: "trees", kind: SODASource.kind,
            [
                "endpoint": "file:///data/t.json", "columns": "tag, nmae, height:integer", "key": "tag",
                "title": "name", "subtitle": "name", "date": "name",
            ])
        let registry = try SourceRegistry(kinds: [SODASource.self], entries: [entry])
        let source = try #require(registry.instances.last).dataSource
        func fetch(_ rows: String, since state: FetchState?) async throws -> FetchSummary {
            let client = StubHTTPClient(["/data/t.json": [.text(rows)]])
            let result = try await source.fetcher(SourceServices(http: client)).fetch(since: state, into: BatchLog())
            guard case .complete(let summary) = result else { throw CocoaError(.fileReadUnknown) }
            return summary
        }
        let missing = "the data set has no column “nmae” (columns); did you mean “name”?"
        let rows = #"{":id":"a","tag":"1","name":"Oak"},{"tag":"2","name":"Elm","height":"7"}"#
        let first = try await fetch("[\(rows)]", since: nil)
        #expect(first.notes == [missing])
        let second = try await fetch(#"[\#(rows),{"tag":"3","name":"Ash","bark":"grey"}]"#, since: first.state)
        #expect(
            second.notes == [
                missing, "the rows have a new column “bark” that is not listed in “columns”, so it is not kept",
            ])
    }
}
