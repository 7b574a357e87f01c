import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

@testable import SODASource

struct SODACatalogTests {
    private func find(_ client: StubHTTPClient, limit: Int = 10) async throws -> [CatalogEntry] {
        let catalog = try #require(URL(string: "https://api.us.socrata.com"))
        return try await SODASource.find("bike lanes", in: catalog, limit: limit, SourceServices(http: client))
    }

    @Test func `requests data sets and reads the address that adds each one`() async throws {
        let client = StubHTTPClient(
            .text(
                #"{"results":[{"resource":{"id":"ABCD-1234","name":"Bike\nLanes","description":"<p>All of them</p>","#
                    + #""data_updated_at":"2025-03-04T05:06:07.000Z","updatedAt":"2025-04-01T00:00:00.000Z"},"#
                    + #""metadata":{"domain":"data.example.org"}},{"resource":{"name":"No id"}}],"resultSetSize":2}"#))
        let entries = try await find(client)
        #expect(
            entries == [
                CatalogEntry(
                    address: "data.example.org/abcd-1234", name: "Bike Lanes", portal: "data.example.org",
                    updated: RecordDate(iso8601: "2025-03-04T05:06:07Z"), description: "All of them")
            ])
        #expect(
            client.requests.first?.url.absoluteString
                == "https://api.us.socrata.com/api/catalog/v1?q=bike%20lanes&only=dataset&limit=10")
    }

    @Test(arguments: [
        ("https://data.example.org/d/abcd-1234", Recognition.certain),
        ("https://data.example.org/Health/Food-Inspections/abcd-1234", .certain),
        ("https://data.example.org/resource/abcd-1234.json?$limit=5", .certain),
        ("https://data.example.org/abcd-1234", .certain), ("https://data.example.org/trees.csv", .no),
        ("file:///tmp/abcd-1234.json", .no), ("trees", .no),
    ])
    func `recognizes the URL of a data set`(text: String, expected: Recognition) {
        #expect(SODASource.recognizes(text) == expected)
    }

    @Test func `treats an error document with status 200 as an error`() async throws {
        await #expect(
            throws: SourceError.invalidData("(expected catalog results: too many words)")
        ) { try await find(StubHTTPClient(.text(#"{"error":"too many words"}"#))) }
    }

    @Test func `requests the number of rows from a portal`() async throws {
        let client = StubHTTPClient(["/resource/abcd-1234.json": [.text(#"[{"count":"41"}]"#)]])
        #expect(try await SODASource.rows(at: "data.example.org/abcd-1234", SourceServices(http: client)) == 41)
    }

    @Test(
        .enabled(if: RealData.has("socrata-catalog")),
        arguments: RealData.files(in: "socrata-catalog").filter { $0.contains("/catalog.") })
    func `reads every recorded catalog`(path: String) async throws {
        let items = try #require(try JSONValue(parsing: RealData.bytes(path))["results"]?.arrayValue)
        let entries = try await find(StubHTTPClient(.bytes(try RealData.bytes(path))))
        #expect(entries.count == items.count)
        #expect(entries.allSatisfy { (try? SODAAddress($0.address)) != nil && $0.updated != nil && !$0.name.isEmpty })
    }
}
