import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

@testable import CKANSource

struct CKANCatalogTests {
    private func find(_ client: StubHTTPClient, in portal: String = "https://demo.ckan.org") async throws
        -> [CatalogEntry]
    {
        try await CKANSource.find("trees", in: #require(URL(string: portal)), limit: 10, SourceServices(http: client))
    }

    @Test func `lists the resources that have rows or are tables`() async throws {
        let client = StubHTTPClient(
            .text(
                #"{"success":true,"result":{"count":1,"results":[{"title":"City trees","notes":"All [trees]\r\nhere","#
                    + #""metadata_modified":"2019-06-10T13:09:12.713162","resources":["#
                    + #"{"id":"r1","name":"Rows","format":"","datastore_active":true},{"id":"r2","name":"Map","format":"PDF"},"#
                    + #"{"id":"r3","name":"File","format":".CSV","datastore_active":"False"}]}]}}"#))
        let entries = try await find(client, in: "http://h.example:5000/data")
        #expect(
            entries.map(\.address) == ["http://h.example:5000/data/r1", "http://h.example:5000/data/r3"])
        #expect(entries.map(\.name) == ["City trees: Rows", "City trees: File"])
        #expect(entries[0].portal == "h.example" && entries[0].updated?.text == "2019-06-10")
        #expect(entries[0].description == "All [trees] here")
        #expect(
            client.requests.first?.url.absoluteString
                == "http://h.example:5000/data/api/3/action/package_search?q=trees&rows=10&start=0")
    }

    @Test func `counts the rows of a table, and finds the portal of a configured source`() async throws {
        let portal = Portal()
        let rows = try await CKANSource.rows(at: "data.example.org/r1", SourceServices(http: portal))
        #expect(rows == 25)
        let id = try #require(SourceID("a"))
        let url = try #require(URL(string: "https://data.example.org"))
        let configuration = SourceConfiguration(id: id, kind: "ckan", values: ["endpoint": .url(url)])
        #expect(CKANSource.catalog(of: configuration) == url)
    }

    @Test(
        .enabled(if: RealData.has("ckan")),
        arguments: RealData.files(in: "ckan").filter { $0.contains("package_search.200") && $0.hasSuffix(".json") })
    func `reads every recorded search`(path: String) async throws {
        let entries = try await find(StubHTTPClient(.bytes(try RealData.bytes(path))))
        #expect(entries.count <= 10)
        #expect(entries.allSatisfy { (try? CKANAddress($0.address)) != nil && !$0.name.isEmpty && $0.updated != nil })
    }
}
