import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

@testable import ArcGISSource

struct ArcGISHubTests {
    private func find(_ body: [UInt8]) async throws -> (entries: [CatalogEntry], client: StubHTTPClient) {
        let client = StubHTTPClient(.bytes(body))
        let site = try #require(URL(string: "https://hub.arcgis.com"))
        return (try await ArcGISSource.find("street trees", in: site, limit: 10, SourceServices(http: client)), client)
    }

    @Test func `lists layers and services, and nothing else`() async throws {
        let item = #""title":"Trees","modified":1671554653000,"snippet":"<p>Street trees</p>","source":"City of X""#
        let (entries, client) = try await find(
            Array(
                (#"{"type":"FeatureCollection","features":[{"id":"a1_2","properties":{"id":"a1_2",\#(item),"#
                    + #""url":"https://s.example/arcgis/rest/services/T/FeatureServer"}},"#
                    + #"{"id":"a2","properties":{\#(item),"url":"https://s.example/arcgis/rest/services/T/MapServer/4"}},"#
                    + #"{"id":"a3","properties":{\#(item),"url":"https://s.example/trees.csv"}},"#
                    + #"{"id":"a4","properties":{\#(item),"url":null}}]}"#).utf8))
        #expect(
            entries.map(\.address) == [
                "https://s.example/arcgis/rest/services/T/FeatureServer/2",
                "https://s.example/arcgis/rest/services/T/MapServer/4",
            ])
        #expect(entries[0].name == "Trees" && entries[0].portal == "City of X")
        #expect(entries[0].updated?.text == "2022-12-20" && entries[0].description == "Street trees")
        #expect(
            client.requests.first?.url.absoluteString
                == "https://hub.arcgis.com/api/search/v1/collections/dataset/items?q=street%20trees&limit=10")
    }

    @Test(.enabled(if: RealData.has("arcgis/hub")))
    func `reads a recorded search`() async throws {
        let (entries, _) = try await find(try RealData.bytes("arcgis/hub/ogcItemsResponseWithNext.json"))
        #expect(entries.allSatisfy { (try? ArcGISAddress($0.address)) != nil })
    }

    @Test func `counts the rows of a layer, but not of a service`() async throws {
        let services = SourceServices(http: LayerServer())
        #expect(try await ArcGISSource.rows(at: "https://s.example/T/FeatureServer/0", services) == 25)
        #expect(try await ArcGISSource.rows(at: "https://s.example/T/FeatureServer", services) == nil)
    }
}
