import AggCore
import AggSearch
import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

@testable import SODASource

struct SODADiscoveryTests {
    private let view = #"""
        {"id": "erm2-nwe9", "name": "311 Service Requests from 2010 to Present", "rowsUpdatedAt": 1763600000, "columns": [
          {"id": 1, "fieldName": "unique_key", "dataTypeName": "text",
           "cachedContents": {"count": "9", "cardinality": "9", "null": "0"}},
          {"id": 2, "fieldName": "created_date", "dataTypeName": "calendar_date"},
          {"id": 3, "fieldName": "complaint_type", "dataTypeName": "text"},
          {"id": 4, "fieldName": "incident_address", "dataTypeName": "text"},
          {"id": 5, "fieldName": "fee", "dataTypeName": "number", "cachedContents": {"largest": "12.50"}},
          {"id": 6, "fieldName": "location", "dataTypeName": "point"}]}
        """#

    private func discover(
        _ text: String = "data.cityofnewyork.us/erm2-nwe9", view: StubHTTPClient.Answer, count: StubHTTPClient.Answer
    ) async throws -> (discovery: Discovery, client: StubHTTPClient) {
        let rows = #"[{":id": "a", "unique_key": "1", "agency": "X"}, {":id": "b", "unique_key": "2", "agency": "X"}]"#
        let client = StubHTTPClient([
            "/api/views/erm2-nwe9.json": [view], "/resource/erm2-nwe9.json": [count, .text(rows)],
        ])
        return (try await SODASource.discover(text, SourceServices(http: client)), client)
    }

    @Test func `finds the title, rows, and columns, and proposes a configuration`() async throws {
        let (discovery, client) = try await discover(view: .text(view), count: .text(#"[{"count":"41234567"}]"#))
        #expect(
            discovery.findings == [
                "311 Service Requests from 2010 to Present (data.cityofnewyork.us/erm2-nwe9)",
                "41234567 rows; agg loads up to 10000 (max_records)",
                "6 columns: unique_key, created_date, complaint_type, incident_address, fee, location",
                "inferred from the columns: title complaint_type, subtitle incident_address, date created_date, key unique_key",
                "rows last changed on 2025-11-20",
            ])
        #expect(discovery.id == "311-service-requests-from-2010-to")
        #expect(client.requests.last?.url.query?.contains("limit=1000") == true)
        #expect(
            discovery.values == [
                "endpoint": "https://data.cityofnewyork.us", "dataset": "erm2-nwe9", "title": "complaint_type",
                "subtitle": "incident_address", "date": "created_date", "key": "unique_key",
                "order": "created_date DESC", "max_records": "10000",
                "columns": "unique_key, created_date:date, complaint_type, incident_address, fee:decimal",
            ])
    }

    @Test func `proposes a configuration that the registry accepts`() async throws {
        let (discovery, _) = try await discover(view: .text(view), count: .text("[]"))
        let entry = SourceEntry(
            id: SourceEntry.Text(discovery.id), kind: SourceEntry.Text("soda"),
            values: discovery.values.map { (SourceEntry.Text($0.key), SourceEntry.Text($0.value)) })
        let registry = try SourceRegistry(kinds: [SODASource.self], entries: [entry])
        #expect(registry.instances.last?.dataSource.columns.count == 5)
    }

    @Test(arguments: [
        "data.cityofnewyork.us/erm2-nwe9", "https://data.cityofnewyork.us/d/erm2-nwe9",
        "https://data.cityofnewyork.us/Social-Services/311-Service-Requests/erm2-nwe9/about_data",
        "https://data.cityofnewyork.us/resource/erm2-nwe9.json?$limit=5", "data.cityofnewyork.us ERM2-NWE9",
        "https://data.cityofnewyork.us/api/views/erm2-nwe9.json#x",
    ])
    func `understands the URLs of a data set`(text: String) async throws {
        let (discovery, client) = try await discover(text, view: .text(view), count: .text("[]"))
        #expect(discovery.values["endpoint"] == "https://data.cityofnewyork.us")
        #expect(client.requests.first?.url.absoluteString == "https://data.cityofnewyork.us/api/views/erm2-nwe9.json")
    }

    @Test(arguments: [
        "", "erm2-nwe9", "data.cityofnewyork.us", "data.cityofnewyork.us/x", "ftp://x.org/erm2-nwe9", "::",
    ])
    func `rejects text that does not identify a data set`(text: String) async {
        await #expect {
            try await SODASource.discover(text, SourceServices(http: StubHTTPClient([:])))
        } throws: {
            ($0 as? SourceError)?.code == "refused"
        }
    }

    @Test(arguments: [StubHTTPClient.Answer.status(500), .text("<html>"), .text("[]"), .failure(.timedOut("x"))])
    func `uses the portal's own count if rows cannot be counted`(count: StubHTTPClient.Answer) async throws {
        let (discovery, _) = try await discover(view: .text(view), count: count)
        #expect(discovery.findings[1] == "9 rows")
    }

    @Test func `reports the portal's error message`() async {
        let body = #"{"code":"not_found","error":true,"message":"Not found"}"#
        await #expect(throws: SourceError.http(status: 404, detail: "not_found: Not found")) {
            try await discover(view: .text(body, status: 404), count: .text("[]"))
        }
    }

    @Test(arguments: [
        (
            "key:agency",
            "“agency” is not unique: it has repeated values in 1 of 2 rows; use key:unique_key"
        ),
        ("key:agancy", "“agancy” is not a column, so it cannot be the key; did you mean “agency”?"),
        ("title:nosuch", "“nosuch” is not a column, so it cannot be the title; the columns are "),
        ("key:fee", "no row has a value for “fee”, so it cannot be the key"),
    ])
    func `rejects a given key that repeats and a missing column`(
        words: String, reason: String
    ) async throws {
        let view = view.replacing(#""fieldName": "location""#, with: #""fieldName": "agency""#)
        await #expect {
            try await discover("data.cityofnewyork.us/erm2-nwe9 \(words)", view: .text(view), count: .text("[]"))
        } throws: {
            ($0 as? SourceError)?.reason().hasPrefix("refused: \(reason)") == true
        }
        // The same as options.
        let parts = words.split(separator: ":").map(String.init)
        let client = StubHTTPClient([
            "/api/views/erm2-nwe9.json": [.text(view)],
            "/resource/erm2-nwe9.json": [
                .text("[]"), .text(#"[{"unique_key": "1", "agency": "X"}, {"unique_key": "2", "agency": "X"}]"#),
            ],
        ])
        await #expect {
            try await SODASource.discover(
                "data.cityofnewyork.us/erm2-nwe9", given: [parts[0]: parts[1]], SourceServices(http: client))
        } throws: {
            ($0 as? SourceError)?.reason().hasPrefix("refused: \(reason)") == true
        }
    }

    @Test func `uses the given columns`() async throws {
        let (discovery, _) = try await discover(
            "data.cityofnewyork.us/erm2-nwe9 key::id title:incident_address", view: .text(view), count: .text("[]"))
        #expect(discovery.values["key"] == ":id")
        #expect(discovery.values["title"] == "incident_address")
        #expect(
            discovery.findings.contains { $0.hasPrefix("inferred from the columns: subtitle complaint_type, date") })
    }

    @Test func `needs no rows if no key is given`() async throws {
        let client = StubHTTPClient([
            "/api/views/erm2-nwe9.json": [.text(view)], "/resource/erm2-nwe9.json": [.text("[]"), .status(500)],
        ])
        let text = "data.cityofnewyork.us/erm2-nwe9"
        #expect(try await SODASource.discover(text, SourceServices(http: client)).values["key"] == "unique_key")
        await #expect(throws: SourceError.http(status: 500)) {
            try await SODASource.discover("\(text) key:agency", SourceServices(http: client))
        }
    }

    @Test func `rejects a file or a link without columns`() async {
        await #expect {
            try await discover(view: .text(#"{"id":"erm2-nwe9","name":"Map","columns":[]}"#), count: .text("[]"))
        } throws: {
            ($0 as? SourceError)?.code == "refused"
        }
    }

    @Test func `reads a whole file`() async throws {
        let client = StubHTTPClient([
            "/data/trees.json": [.text(#"[{"tag_id":"1","name":"Oak"},{"tag_id":"2","name":"Elm"}]"#)]
        ])
        let discovery = try await SODASource.discover("file:///data/trees.json", SourceServices(http: client))
        #expect(
            discovery.findings == [
                "trees.json (/data/trees.json)", "2 rows", "2 columns: tag_id, name",
                "inferred from the columns: title name, key tag_id",
            ])
        #expect(
            discovery.values == [
                "endpoint": "file:///data/trees.json", "title": "name", "key": "tag_id", "columns": "tag_id, name",
            ])
        #expect(discovery.id == "trees-json")
    }

    @Test func `a file has no limit on its rows`() async throws {
        let rows = (0...SODADiscovery.maxRecords).map { #"{"tag_id":"\#($0)","name":"Oak"}"# }
        let client = StubHTTPClient(["/data/trees.json": [.text("[\(rows.joined(separator: ","))]")]])
        let discovery = try await SODASource.discover("file:///data/trees.json", SourceServices(http: client))
        #expect(discovery.findings.contains("10001 rows"))
        #expect(discovery.values["max_records"] == nil)
    }

    @Test(.enabled(if: RealData.has("soda")))
    func `keeps all 1,000 inspections of Chicago's own file`() async throws {
        let url = RealData.url("soda/4ijn-s7e5.2013-03.default-1000.json")
        let body = HTTPBody(try RealData.bytes("soda/4ijn-s7e5.2013-03.default-1000.json"))
        let sample = try await SODASample(of: body)
        let roles = SODAInference(columns: sample.columns, sample: sample).roles(over: ColumnRoles())
        #expect(
            roles == ColumnRoles(title: "dba_name", subtitle: "address", date: "inspection_date", key: "inspection_id"))
        let client = StubHTTPClient([url.path: [.bytes(try body.collect())]])
        let discovery = try await SODASource.discover(url.absoluteString, SourceServices(http: client))
        #expect(discovery.values["key"] == "inspection_id")
        #expect(discovery.values["columns"]?.contains("latitude") == true)
        await #expect {
            try await SODASource.discover("\(url.absoluteString) key:zip", SourceServices(http: client))
        } throws: {
            ($0 as? SourceError)?.reason()
                == "refused: “zip” is not unique: it has repeated values in 940 of 1000 rows; use key:inspection_id"
        }
    }
}
