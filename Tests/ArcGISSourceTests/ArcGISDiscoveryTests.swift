import AggSource
import AggTesting
import ArcGISSource
import Foundation
import Testing

struct ArcGISDiscoveryTests {
    private let address = "gis.example.org/rest/services/Trees/FeatureServer"

    @Test func `describes a layer before it is added`() async throws {
        var server = LayerServer()
        server.more = #""editingInfo":{"lastEditDate":1600000000000},"#
        let discovery = try await ArcGISSource.discover("\(address)/0", SourceServices(http: server))
        #expect(discovery.id == "trees")
        #expect(
            discovery.values == [
                "url": "https://\(address)/0", "columns": "objectid:integer, name", "title": "name", "key": "objectid",
            ])
        #expect(
            discovery.findings == [
                "Trees (gis.example.org)", "25 rows with coordinates", "2 columns: objectid, name",
                "inferred from the fields: title name, key objectid",
                "the values of objectid change if the layer is republished; if possible, choose another key with "
                    + "key:COLUMN",
                "last edited on 2020-09-13",
            ])
    }

    @Test func `adds what it proposes`() async throws {
        let discovery = try await ArcGISSource.discover("\(address)/0 key:name", SourceServices(http: LayerServer()))
        var values = discovery.values
        #expect(values["key"] == "name")
        values["max_records"] = nil
        #expect(try await fetch(LayerServer(), values).keys.first == "Row-1")
    }

    @Test func `lists the layers of a service`() async throws {
        let service =
            #"{"serviceDescription":"","layers":[{"id":0,"name":"Trees"},{"id":2,"name":"Paths"}],"tables":[{"id":5,"name":"Visits"}]}"#
        await #expect(
            throws: SourceError.refused(
                "this is a service; add one of its layers, such as https://\(address)/0; "
                    + "the layers are 0 Trees, 2 Paths, 5 Visits")
        ) { try await ArcGISSource.discover(address, SourceServices(http: StubHTTPClient(.text(service)))) }
    }

    @Test func `chooses the only layer of a service`() async throws {
        let layer = #"{"id":3,"name":"Trees","type":"Table","fields":[{"name":"A","type":"esriFieldTypeOID"}]}"#
        let client = StubHTTPClient([
            "/rest/services/Trees/FeatureServer": [
                .text(
                    #"{"layers":[{"id":0,"name":"All","subLayerIds":[3]},{"id":3,"name":"Trees","subLayerIds":null}]}"#)
            ],
            "/rest/services/Trees/FeatureServer/3": [.text(layer)],
            "/rest/services/Trees/FeatureServer/3/query": [.text(#"{"count":7}"#)],
        ])
        let discovery = try await ArcGISSource.discover(address, SourceServices(http: client))
        #expect(discovery.values["url"] == "https://\(address)/3")
        #expect(
            discovery.findings.prefix(3) == [
                "Trees (gis.example.org)", "the service has only this layer", "7 rows without coordinates",
            ])
    }

    @Test(arguments: [
        ("https://s.example/rest/services/T/FeatureServer/0", Recognition.certain),
        ("https://s.example/rest/services/T/MapServer?f=json", .certain), ("https://s.example/trees.csv", .no),
        ("file:///tmp/trees.json", .no), ("trees", .no),
    ])
    func `recognizes the URL of a layer or a service`(text: String, expected: Recognition) {
        #expect(ArcGISSource.recognizes(text) == expected)
    }

    @Test func `uses the given columns for their roles`() async throws {
        let services = SourceServices(http: LayerServer())
        let discovery = try await ArcGISSource.discover(
            "\(address)/0", given: ["key": "name", "where": "A = 1"], services)
        #expect(discovery.values["key"] == "name" && discovery.values["where"] == "A = 1")
        await #expect(throws: SourceError.self) {
            try await ArcGISSource.discover("\(address)/0", given: ["title": "nam"], services)
        }
    }

    @Test(arguments: [LayerServer.Paging.works, .isUnknown, .fails])
    func `rejects a given key that repeats in the first rows`(paging: LayerServer.Paging) async throws {
        var server = LayerServer()
        server.paging = paging
        server.maxRecordCount = nil
        server.rowName = { "Row \($0 % 3)" }
        let services = SourceServices(http: server)
        let refusal = SourceError.refused(
            "“name” is not unique: it has repeated values in 22 of 25 rows; use key:objectid")
        // A server that returns no rows this way cannot be checked.
        let expected = paging == .fails ? nil : refusal
        for (text, given) in [("\(address)/0", ["key": "name"]), ("\(address)/0 key:name", [:])] {
            var found: SourceError?
            do throws(SourceError) { _ = try await ArcGISSource.discover(text, given: given, services) } catch {
                found = error
            }
            #expect(found == expected)
        }
        server.rowName = { _ in "" }
        guard paging == .works else { return }
        await #expect(throws: SourceError.refused("no row has a value for “name”, so it cannot be the key")) {
            try await ArcGISSource.discover("\(address)/0 key:name", SourceServices(http: server))
        }
    }

    @Test(arguments: ["{00000000-0000-0000-0000-000000000000}", ""])
    func `proposes the object id if the global ids of the first rows are not all different`(id: String) async throws {
        var server = LayerServer()
        server.globalID = { _ in id }
        let services = SourceServices(http: server)
        #expect(try await ArcGISSource.discover("\(address)/0", services).values["key"] == "objectid")
        server.globalID = { "{G\($0)}" }
        let others = SourceServices(http: server)
        #expect(try await ArcGISSource.discover("\(address)/0", others).values["key"] == "global_id")
    }

    @Test func `proposes the content as the key if only the global ids could identify the rows`() async throws {
        var server = LayerServer()
        (server.hasObjectIDs, server.namesIDs) = (false, false)
        server.globalID = { _ in "{0}" }
        let discovery = try await ArcGISSource.discover("\(address)/0", SourceServices(http: server))
        #expect(discovery.values["key"] == ":content")
        #expect(discovery.findings.contains { $0.hasPrefix("no field identifies the rows") })
        #expect(Set(try await fetch(server, discovery.values).keys).count == 25)
    }

    @Test func `a refresh notes configured columns that the layer does not have`() async throws {
        let notes = try await fetch(LayerServer(), ["title": "nmae", "key": "name", "columns": "objectid, nam"])
            .summary.notes
        #expect(
            notes == [
                "the layer has no column “nam” (columns); did you mean “name”?",
                "the layer has no column “nmae” (title); did you mean “name”?",
            ])
    }

    @Test func `rejects a web page, a group layer, and missing columns`() async throws {
        let page = SourceServices(http: StubHTTPClient(.text("<html><body>Sign in</body></html>")))
        await #expect(
            throws: SourceError.invalidData("(expected JSON, found a web page)")
        ) { try await ArcGISSource.discover("\(address)/0", page) }
        let group = #"{"id":1,"name":"All","type":"Group Layer","fields":null}"#
        await #expect(throws: SourceError.refused("“All” has no rows; it is of type “Group Layer”")) {
            try await ArcGISSource.discover("\(address)/0", SourceServices(http: StubHTTPClient(.text(group))))
        }
        await #expect(
            throws: SourceError.refused("“nam” is not a column, so it cannot be the title; did you mean “name”?")
        ) { try await ArcGISSource.discover("\(address)/0 title:nam", SourceServices(http: LayerServer())) }
    }

    @Test func `reports the error of a server that returns no rows`() async throws {
        var server = LayerServer()
        server.failsQueries = true
        await #expect(throws: SourceError.http(status: 400, detail: "Cannot perform query.")) {
            try await ArcGISSource.discover("\(address)/0", SourceServices(http: server))
        }
    }
}
