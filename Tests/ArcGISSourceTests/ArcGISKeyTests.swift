import AggSource
import AggTesting
import ArcGISSource
import Testing

/// The key that is inferred if the configuration has none.
struct ArcGISKeyTests {
    private func server(_ globalID: @escaping @Sendable (Int64) -> String = { "{G\($0)}" }) -> LayerServer {
        var server = LayerServer()
        server.globalID = globalID
        return server
    }

    @Test func `fails if different rows have the same global id, and says which key to use`() async throws {
        let server = server { "{G\($0 == 4 ? 3 : $0)}" }
        await #expect(
            throws: SourceError.invalidData(
                "(the key “global_id” is not unique: “{G3}” appears more than once; set “key: objectid” for this "
                    + "source)")
        ) { try await fetch(server) }
        #expect(try await fetch(server, ["key": "objectid"]).keys.count == 25)
    }

    @Test func `accepts rows with the same object id unless it is the configured key`() async throws {
        let rows = #"{"attributes":{"OBJECTID":1,"NAME":"a"}},{"attributes":{"OBJECTID":1,"NAME":"b"}}"#
        let fields =
            #"{"name":"OBJECTID","type":"esriFieldTypeOID"},{"name":"NAME","type":"esriFieldTypeString"}"#
        let layer = StubHTTPClient(.text(#"{"fields":[\#(fields)],"features":[\#(rows)]}"#))
        let url = "file:///layer.json"
        #expect(try await fetch(layer, ["url": url]).keys == ["1", "1"])
        await #expect(throws: SourceError.self) { try await fetch(layer, ["url": url, "key": "objectid"]) }
        #expect(Set(try await fetch(layer, ["url": url, "key": ":content"]).keys).count == 2)
    }

    @Test func `keeps an inferred key from one refresh to the next`() async throws {
        let first = try await fetch(LayerServer())
        #expect(first.keys.first == "1" && first.summary.state == FetchState(["key": "OBJECTID"]))
        let second = try await fetch(server(), since: first.summary.state)
        #expect(second.keys == first.keys && second.summary.state == first.summary.state)
        #expect(try await fetch(server()).keys.first == "{G1}")
    }

    @Test func `keeps the content as the key if the layer later has object ids`() async throws {
        var server = LayerServer()
        (server.hasObjectIDs, server.namesIDs) = (false, false)
        let first = try await fetch(server)
        #expect(first.summary.state == FetchState(["key": ":content"]))
        server.hasObjectIDs = true
        #expect(try await fetch(server, since: first.summary.state).keys == first.keys)
    }

    @Test func `fails if the layer no longer has the inferred key, until refresh --force`() async throws {
        let state = try await fetch(server()).summary.state
        await #expect(
            throws: SourceError.invalidData(
                "(the layer no longer has the field “GlobalID”, which is its key; set “key: COLUMN” for this source, "
                    + "or refresh it with --force to infer another key)")
        ) { try await fetch(LayerServer(), since: state) }
        #expect(try await fetch(LayerServer(), ["key": "objectid"], since: state).keys.first == "1")
        #expect(try await fetch(LayerServer()).keys.first == "1")
    }

    @Test func `keeps an inferred key whose field has another type or is written in another case`() async throws {
        let state = try await fetch(server()).summary.state
        var other = LayerServer()
        other.ids = [7]
        other.moreFields = #",{"name":"globalid","type":"esriFieldTypeGUID","alias":"Id"}"#
        other.moreValues = #","globalid":"{A}""#
        #expect(try await fetch(other, since: state).keys == ["{A}"])
    }

    @Test func `does not keep a configured key`() async throws {
        #expect(try await fetch(server(), ["key": "objectid"]).summary.state == nil)
    }
}
