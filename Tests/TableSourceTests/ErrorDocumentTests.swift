import AggSource
import AggTesting
import Testing

@testable import TableSource

struct ErrorDocumentTests {
    private static let server = ["url": "https://example.org/trees"]

    private static let errors = [
        (#"{"detail": "Request was throttled."}"#, "Request was throttled."),
        (#"{"message": "Too many", "documentation_url": "https://x.example"}"#, "Too many"),
        (#"{"message": "Not Found", "status": 404}"#, "Not Found"),
        (#"{"errors": [{"detail": "bad key"}]}"#, "bad key"),
        (#"{"success": false, "error": {"info": "no\n access"}}"#, "no access"),
        (#"{"status": "error", "message": "no"}"#, "no"), (#"{"data": null, "error": "boom"}"#, "boom"),
        (#"{"error": true, "message": "no", "data": []}"#, "no"),
        (#"{"type": "about:blank", "title": "Gone", "status": 410}"#, "Gone"),
    ]

    @Test(arguments: errors)
    func `a document with nothing but an error is not a table`(text: String, message: String) async {
        #expect(ErrorDocument(Array(text.utf8))?.message == message)
        let error = await #expect(throws: SourceError.self) { try await finding(in: text, Self.server) }
        #expect(error?.reason() == "invalid data (expected a table, found an error: \(message))")
    }

    @Test(arguments: [
        ["format": "json", "columns": "id:integer", "key": "id"],
        ["format": "json", "columns": "id:integer", "key": "id", "items": "data.rows"],
        ["format": "csv", "delimiter": "comma", "header": "true", "columns": "id:integer", "key": "id"],
    ])
    func `a refresh shows the error that a server sends with status 200`(values: [String: String]) async {
        let given = values.merging(["encoding": "utf-8", "title": "id"]) { first, _ in first }
            .merging(Self.server) { first, _ in first }
        for (text, message) in Self.errors {
            let error = await #expect(throws: SourceError.self) { try await fetched(text, given) }
            #expect(error?.reason() == "invalid data (expected a table, found an error: \(message))")
        }
    }

    @Test func `an error on a later page is shown, too`() async throws {
        let values = Self.server.merging(["next": "page p", "items": "data", "key": "id"]) { first, _ in first }
        let pages: [StubHTTPClient.Answer] = [
            .text(#"{"data": [{"id": 1}]}"#), .text(#"{"data": [{"id": 2}]}"#), .text(#"{"detail": "slow down"}"#),
        ]
        let fetcher = TableFetcher(
            endpoint: try TableEndpoint("https://example.org/trees"), settings: try settings(values),
            services: SourceServices(http: StubHTTPClient(["/trees": pages])))
        let error = await #expect(throws: SourceError.self) { try await fetcher.fetch(since: nil, into: BatchLog()) }
        #expect(error?.reason() == "invalid data (expected a table, found an error: slow down)")
    }

    @Test(arguments: [
        #"{"error": "none", "id": 5, "name": "Oak"}"#, #"{"status": "success", "message": "https://x.example/a.jpg"}"#,
        #"{"timestamp": "2024-01-01", "message": "started"}"#, #"{"message": "ok", "data": []}"#,
        #"{"title": "Oak", "type": "tree", "status": "open"}"#, #"[{"message": "no"}]"#,
    ])
    func `other documents are not errors`(text: String) {
        #expect(ErrorDocument(Array(text.utf8)) == nil)
    }

    @Test func `a row with the key is not an error`() async throws {
        let row = #"{"code": 404, "message": "Not Found"}"#
        let values = Self.server.merging(["format": "jsonl", "key": "code"]) { first, _ in first }
        #expect(try await fetched(row, values).records.map(\.key) == ["404"])
    }

    @Test(arguments: [#"{"message": "hello"}"#, #"{"title": "Unauthorized graffiti", "status": 404}"#])
    func `a file contains rows rather than the error of a server`(text: String) async throws {
        #expect(try await fetched(text).records.count == 1)
        await #expect(throws: SourceError.self) { try await fetched(text, Self.server) }
    }
}
