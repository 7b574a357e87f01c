import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

@testable import CKANSource

/// The forms of failures, and URLs of resources.
struct CKANAnswerTests {
    private func failure(_ text: String, status: Int) async -> SourceError? {
        do throws(SourceError) {
            let answer = HTTPResponse(url: URL(filePath: "/"), status: status, body: HTTPBody(Array(text.utf8)))
            try answer.requireCKANSuccess(now: Date(timeIntervalSince1970: 0))
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [
            (
                #"{"success":false,"error":{"message":"Não encontrado","__type":"Not Found Error"}}"#, 404,
                .http(status: 404, detail: "Não encontrado")
            ),
            (
                #"{"success":false,"error":{"message":"Não encontrado","__type":"Not Found Error"}}"#, 200,
                .invalidData("(Não encontrado)")
            ),
            (
                #"{"success":false,"error":{"limit":["Must be a number"],"sort":["a","b"],"__type":"Validation Error"}}"#,
                409,
                .http(status: 409, detail: "limit: Must be a number; sort: a; sort: b")
            ),
            (
                #"{"success":false,"error":{"resources":[{"id":["Missing"]}],"__type":"Validation Error"}}"#, 200,
                .invalidData("(resources: id: Missing)")
            ),
            (
                #"{"success":false,"error":{"message":"Search error","__type":"Search Error"}}"#, 200,
                .invalidData("(Search error)")
            ),
            (
                #"{"success":false,"error":{"message":"Denied","__type":"Authorization Error"}}"#, 200,
                .unauthorized("Denied")
            ),
            (
                #""Bad request: Action name not known: datastore_search""#, 400,
                .http(status: 400, detail: "Bad request: Action name not known: datastore_search")
            ),
            (
                #"{"success":false,"error":{"message":"Denied","__type":"Authorization Error"}}"#, 403,
                .unauthorized("Denied")
            ),
            (
                #"{"success": false}"#, 200,
                .invalidData("(the portal reports an error without a message)")
            ),
            (
                "\n<html><head><title>302 Found</title></head></html>", 200,
                .invalidData("(the portal returned a web page)")
            ),
            ("<html></html>", 403, .unauthorized("the portal returned a web page")),
            ("<html></html>", 503, .http(status: 503, detail: "the portal returned a web page")),
            ("{}", 429, .rateLimited(until: nil)), ("{}", 500, .http(status: 500, detail: nil)),
        ] as [(String, Int, SourceError)])
    func `maps every failure to its error`(text: String, status: Int, expected: SourceError) async {
        #expect(await failure(text, status: status) == expected)
    }

    @Test func `recognizes a success even with a long help text`() async {
        let help = String(repeating: "h", count: 9_000)
        #expect(await failure(#"{"help":"\#(help)","success":true,"result":{}}"#, status: 200) == nil)
    }

    @Test(arguments: [
        ("demo.ckan.org/1f1cbd08-b8a9-4e3c-9c64-6f5f31a0a6ce", "https://demo.ckan.org"),
        ("https://demo.ckan.org/dataset/trees/resource/1f1cbd08-b8a9-4e3c-9c64-6f5f31a0a6ce", "https://demo.ckan.org"),
        (
            "https://h.example/data/en/dataset/t/resource/1f1cbd08-b8a9-4e3c-9c64-6f5f31a0a6ce?inner_span=True",
            "https://h.example/data/en"
        ),
        (
            "https://h.example/opendata/api/3/action/datastore_search?resource_id=1f1cbd08-b8a9-4e3c-9c64-6f5f31a0a6ce&limit=5",
            "https://h.example/opendata/api/3/action"
        ),
        (
            "https://h.example/api/action/resource_show?id=1f1cbd08-b8a9-4e3c-9c64-6f5f31a0a6ce",
            "https://h.example/api/action"
        ),
        ("http://h.example:5000/datastore/dump/1f1cbd08-b8a9-4e3c-9c64-6f5f31a0a6ce", "http://h.example:5000"),
        ("h.example/root/1f1cbd08-b8a9-4e3c-9c64-6f5f31a0a6ce", "https://h.example/root"),
    ])
    func `reads the URL of a resource`(text: String, portal: String) throws {
        let address = try CKANAddress(text)
        #expect(address.subject == .resource("1f1cbd08-b8a9-4e3c-9c64-6f5f31a0a6ce"))
        #expect(address.portal.absoluteString == portal)
    }

    @Test func `distinguishes a data set from a resource and rejects anything else`() throws {
        #expect(try CKANAddress("https://h.example/dataset/trees").subject == .dataSet("trees"))
        #expect(try CKANAddress("https://h.example/api/3/action/package_show?id=trees").subject == .dataSet("trees"))
        #expect(try CKANAddress("127.0.0.1:5000/gdp").subject == .resource("gdp"))
        for text in ["https://h.example", "ftp://h.example/x", "h.example/a/b/c", ""] {
            #expect(throws: SourceError.self) { try CKANAddress(text) }
        }
    }

    @Test(arguments: [
        ("https://h.example/dataset/t/resource/1f1cbd08-b8a9-4e3c-9c64-6f5f31a0a6ce", Recognition.certain),
        ("https://h.example/1f1cbd08-b8a9-4e3c-9c64-6f5f31a0a6ce", .certain),
        ("https://h.example/api/3/action/datastore_search?resource_id=gdp", .certain),
        ("https://h.example/dataset/t/resource/1f1cbd08-b8a9-4e3c-9c64-6f5f31a0a6ce/download/t.csv", .possible),
        ("https://h.example/dataset/trees", .possible), ("https://h.example/news", .no),
        ("https://h.example/trees.csv", .no), ("file:///tmp/dataset/a", .no), ("trees", .no),
    ])
    func `recognizes the URL of a resource`(text: String, expected: Recognition) {
        #expect(CKANSource.recognizes(text) == expected)
    }

    @Test func `uses the path of the actions in the URL`() throws {
        let portal = try #require(URL(string: "https://h.example/api/action"))
        #expect(
            CKANEndpoint(portal: portal, resource: "r").description.url.absoluteString
                == "https://h.example/api/action/datastore_search?resource_id=r&limit=0")
        let root = try #require(URL(string: "https://h.example/climate/action-plan"))
        #expect(
            CKANEndpoint(portal: root, resource: "r").actions.absoluteString
                == "https://h.example/climate/action-plan/api/3/action")
        #expect(
            try source().address(at: Date())?.absoluteString
                == "https://data.example.org/api/3/action/datastore_search?resource_id=r1&limit=0")
    }
}
