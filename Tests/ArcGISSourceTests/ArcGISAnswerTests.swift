import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

@testable import ArcGISSource

/// Errors that arrive with status 200, and URLs of layers.
struct ArcGISAnswerTests {
    private func failure(_ text: String, status: Int = 200) async -> SourceError? {
        do throws(SourceError) {
            let answer = HTTPResponse(url: URL(filePath: "/"), status: status, body: HTTPBody(Array(text.utf8)))
            try answer.requireArcGISSuccess(now: Date(timeIntervalSince1970: 0))
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [
            (
                #"{"error":{"code":400,"message":"Failed to execute query.","details":[]}}"#,
                .http(status: 400, detail: "Failed to execute query.")
            ),
            (
                #"{"error":{"code":500,"message":"","details":["It broke.","It broke."]}}"#,
                .http(status: 500, detail: "It broke.")
            ),
            (
                #"{"error":{"code":499,"message":"Token Required"}}"#,
                .unauthorized("Token Required; agg cannot read layers that require a token")
            ),
            (#"{"error":{"code":403,"message":"No"}}"#, .unauthorized("No")),
            (#"{"error":{"code":429,"message":"Too many"}}"#, .rateLimited(until: nil)),
            (
                #"{"error":{"message":"You may not."}}"#,
                .invalidData("(the server reports “You may not.”)")
            ),
            (
                #"{"status":"error","messages":["Layer not found"],"error":""}"#,
                .invalidData("(the server reports “Layer not found”)")
            ),
            (
                " \n<!DOCTYPE html><html></html>",
                .invalidData("(expected JSON, found a web page)")
            ),
        ] as [(String, SourceError)])
    func `treats an error document with status 200 as an error`(text: String, expected: SourceError) async {
        #expect(await failure(text) == expected)
    }

    @Test func `treats an error status as an error`() async {
        #expect(await failure("{}", status: 500) == .http(status: 500, detail: nil))
        #expect(
            await failure(#"{"error":{"message":"Gone"}}"#, status: 404) == .http(status: 404, detail: "Gone"))
        #expect(await failure(#"{"features":[],"error":null}"#) == nil)
    }

    @Test(arguments: [
        "https://h.example/arcgis/rest/services/A/FeatureServer/3", "h.example/arcgis/rest/services/A/FeatureServer/3",
        "https://h.example/arcgis/rest/services/A/FeatureServer/3/query?where=1%3D1&f=html",
        "https://h.example/arcgis/rest/services/A/FeatureServer/3/?f=json#x",
    ])
    func `reads the URL of a layer`(text: String) throws {
        let address = try ArcGISAddress(text)
        #expect(address.url.absoluteString == "https://h.example/arcgis/rest/services/A/FeatureServer/3")
        #expect(address.isLayer)
    }

    @Test func `distinguishes a service from a layer and rejects anything else`() throws {
        #expect(try !ArcGISAddress("https://h.example/rest/services/A/MapServer?f=json").isLayer)
        for text in ["https://h.example/data.csv", "swift", "ftp://h.example/FeatureServer/0"] {
            #expect(throws: SourceError.self) { try ArcGISAddress(text) }
        }
        #expect(throws: ConfigurationFaults.self) { try source(["url": "https://h.example/FeatureServer"]) }
        #expect(throws: ConfigurationFaults.self) { try source(["columns": "a:b"]) }
    }
}

/// Recorded layers and responses; skipped if the recordings are missing.
@Suite(.enabled(if: RealData.has("arcgis/layers")))
struct RecordedLayersTests {
    private static func files(_ suffixes: [String]) -> [String] {
        RealData.files(in: "arcgis/layers", endingWith: suffixes)
    }

    @Test(arguments: files(["metadata.json"]))
    func `reads every recorded description`(path: String) throws {
        let layer = try ArcGISLayer(JSONValue(parsing: RealData.bytes(path)))
        #expect(!layer.name.isEmpty && !layer.fields.isEmpty && layer.objectID != nil && layer.hasGeometry)
        #expect(Set(layer.columns.map(\.name)).count == layer.fields.count)
    }

    @Test(arguments: files(["/0.json", "machine.0.json"]))
    func `reads every recorded page as a file`(path: String) async throws {
        let items = try #require(try JSONValue(parsing: RealData.bytes(path))["features"]?.arrayValue)
        let fetched = try await fetch(FileClient(), ["url": RealData.url(path).absoluteString])
        #expect(fetched.records.count == items.count)
        #expect(fetched.records.allSatisfy { !$0.title.isEmpty })
        let isWKT = fetched.summary.notes.contains { $0.contains("coordinates are missing") }
        // One server labels its meters as degrees, so no row has a coordinate.
        let liesAboutPlaces = path.contains("ua-kharkiv")
        #expect(isWKT || fetched.records.contains { $0.coordinate != nil } != liesAboutPlaces)
    }

    @Test func `decodes a recorded layer with domains, global ids, and rows without a coordinate`() async throws {
        let path = "arcgis/layers/us-esri-test"
        let client = StubHTTPClient([
            "/rest/services/F/FeatureServer/0": [.bytes(try RealData.bytes("\(path)/metadata.json"))],
            "/rest/services/F/FeatureServer/0/query": [
                .bytes(try RealData.bytes("\(path)/count-only.json")), .bytes(try RealData.bytes("\(path)/0.json")),
            ],
        ])
        let fetched = try await fetch(client, ["url": "https://s.example/rest/services/F/FeatureServer/0"])
        #expect(fetched.records.count == 1_000)
        #expect(fetched.records.first?.key == "{478A59A5-65DB-47A0-84F2-685C611B2BB0}")
        #expect(fetched.records.first?.title == "hello")
        #expect(fetched.records.first?["quality"] == .text("Excellent"))
        #expect(fetched.records.first?["observed"]?.text == "2015-04-07T11:04:35Z")
        #expect(fetched.records.count { $0.coordinate == nil } >= 162)
    }

    @Test func `ignores a recorded page sent in place of a count`() async throws {
        let body = try RealData.bytes("arcgis/layers/us-il-cook/count-only.json")
        let url = try #require(URL(string: "https://s.example/MapServer/0"))
        let requests = ArcGISRequests(
            endpoint: ArcGISEndpoint(url: url, filter: nil),
            services: SourceServices(http: StubHTTPClient(.bytes(body))))
        #expect(try await requests.count() == nil)
        #expect(try await requests.objectIDs().ids == nil)
    }

    @Test(arguments: ["us-mi-kent/statistics.json", "us-nm-washington/machine.probe.json"])
    func `treats every recorded failure as an error`(name: String) throws {
        let body = HTTPBody(try RealData.bytes("arcgis/layers/\(name)"))
        let answer = HTTPResponse(url: URL(filePath: "/"), status: 200, body: body)
        #expect(throws: SourceError.self) { try answer.requireArcGISSuccess(now: Date()) }
    }
}

/// Responds with the file at a URL.
private struct FileClient: HTTPClient {
    func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
        guard let data = try? Data(contentsOf: request.url) else { throw .notFound(request.url.path) }
        return HTTPResponse(url: request.url, status: 200, body: HTTPBody(Array(data)))
    }
}
