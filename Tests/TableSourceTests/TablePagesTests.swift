import AggSource
import AggTesting
import Foundation
import Testing

@testable import TableSource

struct TablePagesTests {
    private static func fetch(
        _ answers: [StubHTTPClient.Answer], _ values: [String: String], query: String = "kind=oak"
    ) async throws -> (keys: [String], asked: [String], notes: [String]) {
        let url = try #require(URL(string: "https://example.org/trees?\(query)"))
        let client = StubHTTPClient(["/trees": answers])
        let fetcher = TableFetcher(
            endpoint: TableEndpoint(url: url), settings: try settings(values), services: SourceServices(http: client))
        let log = BatchLog()
        guard case .complete(let summary) = try await fetcher.fetch(since: nil, into: log) else { return ([], [], []) }
        let asked = client.requests.map { $0.url.query() ?? "" }
        return (await log.records.map(\.key), asked, summary.notes.filter { !$0.hasPrefix("detected") })
    }

    @Test func `follows a document's link to its next page`() async throws {
        let pages: [StubHTTPClient.Answer] = [
            .text(#"{"data": [{"id": "a"}], "links": {"next": "/trees?after=a"}}"#),
            .text(#"{"data": [{"id": "b", "size": 3}], "links": {"next": null}}"#),
        ]
        let (keys, asked, notes) = try await Self.fetch(pages, ["next": "link links.next", "items": "data"])
        #expect(keys == ["a", "b"] && asked == ["kind=oak", "after=a"] && notes.isEmpty)
    }

    @Test(arguments: ["", #""total": 3, "#])
    func `ends after several pages without rows, even if each links to another`(total: String) async throws {
        let pages: [StubHTTPClient.Answer] = (1...9).map { page in
            let rows = page < 3 || page == 4 ? #"{"id": "\#(page)"}"# : ""
            return .text(#"{"data": [\#(rows)], \#(total)"links": {"next": "/trees?page=\#(page + 1)"}}"#)
        }
        let (keys, asked, notes) = try await Self.fetch(pages, ["next": "link links.next", "items": "data"])
        #expect(keys == ["1", "2", "4"] && asked.last == "page=7")
        let note =
            "reading stopped after 3 pages without rows, although page 7 links to another; rows may be missing"
        #expect(notes == (total.isEmpty ? [note] : []))
    }

    @Test(
        arguments: [
            (
                [#"{"data": [{"id": "a"}], "total": 3}"#],
                "page 1 has no “meta.next”, so it is the only page that was read, although it says “total: 3”"
            ),
            ([#"{"data": [{"id": "a"}]}"#], "page 1 has no “meta.next”, so it is the only page that was read"),
            (
                [#"{"data": [{"id": "a"}], "meta": {"next": 2}}"#],
                "page 1 has no URL at “meta.next”, so it is the only page that was read, although it says “meta.next: 2”"
            ),
            ([#"{"data": [{"id": "a"}], "meta": {"next": null}, "total": 1}"#], nil),
            ([#"{"data": [{"id": "a"}], "meta": {"next": "/trees?p=2"}}"#, #"{"data": [{"id": "b"}]}"#], nil),
            (
                [
                    #"{"data": [{"id": "a"}], "meta": {"next": "/trees?p=2"}, "total": 2}"#,
                    #"{"data": [{"id": "b"}], "total": 2}"#,
                ], nil
            ),
            (
                [
                    #"{"data": [{"id": "a"}], "meta": {"next": "/trees?p=2"}, "total": 3}"#,
                    #"{"data": [{"id": "b"}], "total": 3}"#,
                ],
                "page 2 has no “meta.next”, so it is the last page that was read, although it says “total: 3”"
            ),
        ] as [([String], String?)])
    func `says that a page lacks the configured link unless it seems to be the last of several`(
        pages: [String], note: String?
    ) async throws {
        let notes = try await Self.fetch(pages.map { .text($0) }, ["next": "link meta.next", "items": "data"]).notes
        #expect(notes == (note.map { [$0] } ?? []))
    }

    @Test(arguments: [
        (#"{"meta": {"found": 3}, "data": [{"id": 1}]}"#, "meta.found: 3"),
        (#"{"totalFeatures": 3, "data": [{"id": 1}]}"#, "totalFeatures: 3"),
        (#"{"hits": {"total": {"value": 3}, "data": [{"id": 1}]}}"#, #"hits.total: {"value":3}"#),
        (#"{"total": "3", "data": [{"id": 1}]}"#, #"total: "3""#), (#"{"total": "1", "data": [{"id": 1}]}"#, nil),
        (#"{"total": {"value": "3"}, "data": [{"id": 1}]}"#, #"total: {"value":"3"}"#),
        (#"{"total": "about 300", "data": [{"id": 1}]}"#, nil),
        (#"{"total": {"value": 1}, "data": [{"id": 1}]}"#, nil), (#"[{"total": 3}, [{"id": 1}]]"#, "total: 3"),
    ])
    func `recognizes the number of all rows`(text: String, sign: String?) throws {
        #expect(try NextLink.signOfMore(in: JSONValue(parsing: text), than: 1) == sign)
    }

    @Test func `says which link a page has instead of the configured one`() async throws {
        let url = try #require(URL(string: "https://example.org/trees"))
        let fetcher = TableFetcher(
            endpoint: TableEndpoint(url: url),
            settings: try settings(["next": "link next", "items": "data", "key": "id", "title": "id"]),
            services: SourceServices(
                http: StubHTTPClient(.text(#"{"data": [{"id": 1}], "paging": {"next": "/trees?p=2"}}"#))),
            id: SourceID("trees"))
        guard case .complete(let summary) = try await fetcher.fetch(since: nil, into: BatchLog()) else { return }
        let advice = "run “source edit trees” and change “next: link next” to “next: link paging.next”"
        #expect(summary.notes.contains { $0.hasSuffix(advice) })
    }

    @Test func `follows the Link header`() async throws {
        let pages: [StubHTTPClient.Answer] = [
            .text(
                #"[{"id": "a"}]"#, headers: ["Link": #"<https://example.org/trees?p=2>; rel="next", <x>; rel="last""#]),
            .text(#"[{"id": "b"}]"#),
        ]
        #expect(try await Self.fetch(pages, ["next": "header"]).asked == ["kind=oak", "p=2"])
    }

    @Test func `follows a Link header whose URL contains commas`() async throws {
        let link = #"<https://example.org/trees?box=1,2&p=2>; rel="next last""#
        let pages: [StubHTTPClient.Answer] = [
            .text(#"[{"id": "a"}]"#, headers: ["Link": link]), .text(#"[{"id": "b"}]"#),
        ]
        #expect(try await Self.fetch(pages, ["next": "header"]).asked == ["kind=oak", "box=1,2&p=2"])
    }

    @Test func `a page without rows does not change the order of the columns`() async throws {
        let pages: [StubHTTPClient.Answer] = [
            .text(#"{"data": [{"id": 1, "name": "Ann", "city": "Oslo"}], "next": "/trees?p=2"}"#),
            .text(#"{"data": [], "next": "/trees?p=3"}"#),
            .text(#"{"data": [{"id": 3, "city": "Paris", "name": "Cyd"}]}"#),
        ]
        let url = try #require(URL(string: "https://example.org/trees?kind=oak"))
        let fetcher = TableFetcher(
            endpoint: TableEndpoint(url: url),
            settings: try settings(["next": "link next", "items": "data", "key": "id", "title": "name"]),
            services: SourceServices(http: StubHTTPClient(["/trees": pages])))
        let log = BatchLog()
        _ = try await fetcher.fetch(since: nil, into: log)
        #expect(await log.records.map(\.title) == ["Ann", "Cyd"])
    }

    @Test func `requests the first of several pages unconditionally`() async throws {
        let client = StubHTTPClient([
            "/trees": [
                .text(#"{"data": [{"id": 1}], "next": "/trees?p=2"}"#, headers: ["ETag": "\"x\""]),
                .text(#"{"data": [{"id": 2}]}"#),
            ]
        ])
        let url = try #require(URL(string: "https://example.org/trees?kind=oak"))
        let fetcher = TableFetcher(
            endpoint: TableEndpoint(url: url), settings: try settings(["next": "link next", "items": "data"]),
            services: SourceServices(http: client))
        let state = FetchState(Validators(["ETag": "\"x\""]), digest: nil)
        _ = try await fetcher.fetch(since: state, into: BatchLog())
        #expect(client.requests.first?.headers["If-None-Match"] == nil)
        #expect(client.requests.count == 2)
    }

    @Test(arguments: [
        ("page p", ["kind=oak", "kind=oak&p=1", "kind=oak&p=2"]),
        ("offset o", ["kind=oak", "kind=oak&o=2", "kind=oak&o=3"]),
    ])
    func `increments a page or offset parameter until a page is empty`(next: String, asked: [String]) async throws {
        let pages: [StubHTTPClient.Answer] = [.text(#"[{"id": 1}, {"id": 2}]"#), .text(#"[{"id": 3}]"#), .text("[]")]
        let fetch = try await Self.fetch(pages, ["next": next])
        #expect(fetch.keys == ["1", "2", "3"] && fetch.asked == asked && fetch.notes.isEmpty)
    }

    @Test(arguments: [("page", 2), ("offset", 3)])
    func `the rest of the query stays encoded as it is`(counter: String, second: Int) async throws {
        let pages: [StubHTTPClient.Answer] = [.text(#"[{"id": 1}, {"id": 2}]"#), .text("[]")]
        let rest = "since=2024-01-01T00:00:00%2B02:00&of=a%26b"
        let fetch = try await Self.fetch(pages, ["next": "\(counter) p"], query: "p=1&\(rest)")
        #expect(fetch.keys == ["1", "2"] && fetch.asked == ["p=1&\(rest)", "\(rest)&p=\(second)"])
    }

    @Test func `skips page 1 if it is the page without a number`() async throws {
        let pages: [StubHTTPClient.Answer] = [
            .text(#"[{"id": 1}]"#), .text(#"[{"id": 1}]"#), .text(#"[{"id": 2}]"#), .text("[]"),
        ]
        let fetch = try await Self.fetch(pages, ["next": "page p"])
        #expect(fetch.keys == ["1", "2"] && fetch.notes.isEmpty)
        #expect(fetch.asked == ["kind=oak", "kind=oak&p=1", "kind=oak&p=2", "kind=oak&p=3"])
    }

    @Test func `follows links over pages without rows`() async throws {
        let pages: [StubHTTPClient.Answer] = [
            .text(#"{"rows": [{"id": 1}], "next": "/trees?p=2"}"#), .text(#"{"rows": [], "next": "/trees?p=3"}"#),
            .text(#"{"rows": [], "next": "/trees?p=4"}"#), .text(#"{"rows": [{"id": 2}]}"#),
        ]
        let fetch = try await Self.fetch(pages, ["next": "link next", "items": "rows", "key": "id"])
        #expect(fetch.keys == ["1", "2"] && fetch.notes.isEmpty, "\(fetch.notes)")
    }

    @Test func `recognizes a repeated page whatever surrounds its rows`() async throws {
        let pages: [StubHTTPClient.Answer] = [
            .text(#"{"at": 1, "rows": [{"n": 1}]}"#), .text(#"{"at": 22, "rows": [{"n": 1}]}"#),
            .text(#"{"at": 333, "rows": [{"n": 2}]}"#), .text(#"{"at": 4, "rows": []}"#),
        ]
        let fetch = try await Self.fetch(pages, ["next": "page p", "items": "rows", "key": ":content"])
        #expect(fetch.keys.count == 2 && fetch.notes.isEmpty, "\(fetch.notes)")
    }

    @Test func `reads the columns of each page by its own header`() async throws {
        let pages: [StubHTTPClient.Answer] = [
            .text(#"[["id", "name"], [1, "Ann"]]"#), .text(#"[["name", "id"], ["Cyd", 2]]"#), .text("[]"),
        ]
        let fetch = try await Self.fetch(pages, ["next": "page p", "header": "true", "key": "id"])
        #expect(fetch.keys == ["1", "2"] && fetch.notes.isEmpty, "\(fetch.notes)")
    }

    @Test(arguments: ["HTTPS://Example.org/trees?page=2", "https://example.org:443/trees?page=2"])
    func `follows a link to the same server that is written differently`(link: String) async throws {
        let pages: [StubHTTPClient.Answer] = [
            .text(#"{"d": [{"id": 1}], "next": "\#(link)"}"#), .text(#"{"d": [{"id": 2}]}"#),
        ]
        let fetch = try await Self.fetch(pages, ["next": "link next", "items": "d", "key": "id"])
        #expect(fetch.keys == ["1", "2"] && fetch.notes.isEmpty, "\(fetch.notes)")
    }

    @Test func `follows links on the server that the URL redirects to`() async throws {
        let url = try #require(URL(string: "https://example.org/trees"))
        let moved = try #require(URL(string: "https://api.example.com/v2/trees"))
        let next = HTTPBody(Array(#"{"d": [{"id": 1}], "next": "?page=2"}"#.utf8))
        let client = StubHTTPClient(.text(#"{"d": [{"id": 2}]}"#))
        let log = BatchLog()
        let settings = try settings(
            ["next": "link next", "items": "d", "key": "id", "format": "json", "encoding": "utf-8"])
        let shape = try #require(settings.shape)
        var writer = TableWriter(shape, settings, size: 0, log)
        let pages = TablePages(
            endpoint: TableEndpoint(url: url), shape: shape, next: settings.next, most: 10,
            services: SourceServices(http: client))
        let outcome = try await pages.write(HTTPResponse(url: moved, status: 200, body: next), with: &writer)
        #expect(outcome == TablePages.Outcome())
        #expect(client.requests.map(\.url.absoluteString) == ["https://api.example.com/v2/trees?page=2"])
    }

    @Test(
        arguments: [
            (
                [#"[{"id": 1}]"#, #"[{"id": 1}]"#, #"[{"id": 1}]"#], "page p",
                "page 2 is the same as an earlier page"
            ),
            ([#"[{"id": 1}]"#, #"[{"id": 2}]"#, #"[{"id": 1}]"#], "page p", "page 3 is the same as an earlier page"),
            ([#"[{"id": 1}]"#, #"[{"id": 2}]"#, #"[{"id": 3}]"#, #"[{"id": 4}]"#], "page p", "only 3 pages were read"),
            (
                [
                    #"{"d": [{"id": 1}], "next": "?p=2"}"#, #"{"d": [{"id": 2}], "next": "?p=3"}"#,
                    #"{"d": [{"id": 3}], "next": "?p=4"}"#,
                ], "link next", "more than 3 pages"
            ),
            ([#"{"d": [{"id": 1}], "next": "?kind=oak"}"#], "link next", "links to an earlier page"),
            ([#"{"d": [{"id": 1}], "next": "https://evil.example/trees"}"#], "link next", "another server"),
            ([#"{"d": [{"id": 1}], "next": "file:///etc/passwd"}"#], "link next", "another server"),
            ([#"[{"id": 1}]"#, #"[{"id": 1}, {"id": 2}]"#], "page p", "1 row repeats a key from another page"),
        ])
    func `reports why it stops before the end`(texts: [String], next: String, note: String) async throws {
        let pages = texts.map { StubHTTPClient.Answer.text($0) }
        let fetch = try await Self.fetch(pages, ["next": next, "max_pages": "3"])
        #expect(fetch.notes.contains { $0.contains(note) }, "\(fetch.notes)")
    }

    @Test func `finds the next page when a source is added`() async throws {
        let client = StubHTTPClient(.text(#"{"results": [{"id": 1}], "next": "https://example.org/trees?page=2"}"#))
        let discovery = try await TableDiscovery(services: SourceServices(http: client))
            .find("https://example.org/trees", given: [:])
        #expect(discovery.values["next"] == "link next" && discovery.values["items"] == "results")
    }

    /// Returns what is proposed for a document, with its notes.
    private static func discovered(
        _ answer: StubHTTPClient.Answer, _ given: [String: String] = [:]
    ) async throws -> (next: String?, notes: String) {
        let services = SourceServices(http: StubHTTPClient(answer))
        let discovery = try await TableDiscovery(services: services).find("https://example.org/trees", given: given)
        return (discovery.values["next"], discovery.findings.dropFirst().joined(separator: "\n"))
    }

    @Test(
        arguments: [
            (#""links": [{"rel": "self", "href": "?"}, {"rel": "next", "href": "?p=2"}]"#, "links.next"),
            (#""link": [{"relation": "self", "url": "?"}, {"relation": "next", "url": "?p=2"}]"#, "link.next"),
            (#""_links": [{"rel": ["next"], "href": "?p=2"}]"#, "_links.next"),
            (#""_links": {"self": {"href": "?"}, "next": {"href": "?p=2"}}"#, "_links.next"),
            (#""nextUrl": "?p=2""#, "nextUrl"), (#""nextLink": "?p=2""#, "nextLink"),
            (#""next_page_url": "?p=2""#, "next_page_url"), (#""@odata.nextLink": "?p=2""#, "@odata.nextLink"),
            (#""@iot.nextLink": "?p=2""#, "@iot.nextLink"), (#""paging": {"next": "?p=2"}"#, "paging.next"),
            (#""pagination": {"next_url": "?p=2"}"#, "pagination.next_url"),
            (#""meta": {"pagination": {"links": {"next": "?p=2"}}}"#, "meta.pagination.links.next"),
            (#""a": {"meta": {"pagination": {"links": {"next": "?p=2"}}}}"#, nil),
            (#""meta": {"links": {"next": "?p=2"}}"#, "meta.links.next"),
            (#""hydra:view": {"hydra:next": "/trees?p=2"}"#, "hydra:view.hydra:next"),
            (#""next": "on page 2/3""#, nil), (#""next": null"#, nil),
            (#""links": [{"rel": "self", "href": "/"}]"#, nil),
        ] as [(String, String?)])
    func `finds and follows a link to the next page under its common names`(member: String, path: String?) async throws
    {
        let first = #"{"data": [{"id": 1}], \#(member)}"#
        #expect(try await Self.discovered(.text(first)).next == path.map { "link \($0)" })
        guard let path else { return }
        let fetch = try await Self.fetch(
            [.text(first), .text(#"{"data": [{"id": 2}], "links": []}"#)], ["next": "link \(path)", "items": "data"])
        #expect(fetch.keys == ["1", "2"] && fetch.asked == ["kind=oak", "p=2"] && fetch.notes.isEmpty)
    }

    @Test func `does not take a link in a row for one to the next page`() async throws {
        let rows = #"{"a": {"name": "x", "next": "/b"}, "b": {"name": "y", "next": "/c"}}"#
        #expect(try await Self.discovered(.text(rows)).next == nil)
    }

    @Test(arguments: [
        ("link nope", "the document has no “nope”, so a refresh with “next: link nope” reads only this page"),
        ("link links.nope", "the document has no “links.nope”"), ("link total", "“total” in the document is not a URL"),
        ("header", "the response has no Link header with a next page"), ("link links.end", ""), ("link list.next", ""),
        ("page p", "this is only the first page; a refresh reads the others with “next: page p”"),
    ])
    func `reports a given next page that the document does not have`(next: String, note: String) async throws {
        let text = #"{"data": [{"id": 1}], "total": 9, "links": {"end": null}, "list": [{"rel": "self", "href": "/"}]}"#
        let found = try await Self.discovered(.text(text), ["next": next])
        #expect(note.isEmpty ? !found.notes.contains("page") : found.notes.contains(note), "\(found.notes)")
    }

    @Test func `rejects a given next page if the document has another`() async throws {
        let text = #"{"data": [{"id": 1}], "links": {"next": "?p=2"}}"#
        let error = await #expect(throws: SourceError.self) {
            try await Self.discovered(.text(text), ["next": "link nxt"])
        }
        #expect(error?.reason() == "refused: the document has no “nxt”; use “next: link links.next” instead")
        let csv = await #expect(throws: SourceError.self) {
            try await Self.discovered(.text("id,name\n1,Oak\n"), ["next": "link next"])
        }
        #expect(csv?.reason().contains("“next: link next” requires JSON") == true)
    }

    private static let link: HTTPHeaders = ["Link": #"<https://example.org/trees?p=2>; rel="next""#]

    @Test(arguments: [
        (["id,name\n1,Oak\n", "id,name\n2,Elm\n"], ["Oak", "Elm"]),
        (["id,name\n1,Oak\n", "name,id\nElm,2\n"], ["Oak", "Elm"]),
        (["id,name\n1,Oak\n", "2,Elm\n3,Ash\n"], ["Oak", "Elm", "Ash"]),
        (["{\"id\": 1, \"name\": \"Oak\"}\n", "{\"id\": 2, \"name\": \"Elm\"}\n"], ["Oak", "Elm"]),
    ])
    func `follows the Link header of delimited text and JSON Lines`(pages: [String], titles: [String]) async throws {
        let url = try #require(URL(string: "https://example.org/trees"))
        let answers: [StubHTTPClient.Answer] = [.text(pages[0], headers: Self.link), .text(pages[1])]
        let services = SourceServices(http: StubHTTPClient(["/trees": answers]))
        let next = try await Self.discovered(.text(pages[0], headers: Self.link)).next
        #expect(next == "header")
        // A configuration that leaves settings open is completed at each refresh.
        let fetcher = TableFetcher(endpoint: TableEndpoint(url: url), settings: try settings([:]), services: services)
        let log = BatchLog()
        guard case .complete(let summary) = try await fetcher.fetch(since: nil, into: log) else { return }
        #expect(await log.records.map(\.title) == titles)
        #expect(summary.notes == ["detected: key id, title name"])
    }

    @Test func `reports a Link header that a configuration does not follow`() async throws {
        let values = [
            "format": "csv", "encoding": "utf-8", "delimiter": "comma", "header": "true", "key": "id", "title": "name",
            "columns": "id, name",
        ]
        let fetch = try await Self.fetch([.text("id,name\n1,Oak\n", headers: Self.link)], values)
        #expect(fetch.keys == ["1"] && fetch.notes.first?.hasPrefix("only the first page was read") == true)
    }

    @Test(arguments: [
        (404, ""), (416, ""), (204, ""), (400, "rejected page 3 (HTTP 400), so the table ends with page 2"),
    ])
    func `ends with the last page that exists`(status: Int, note: String) async throws {
        let pages: [StubHTTPClient.Answer] = [
            .text(#"[{"id": 1}]"#), .text(#"[{"id": 2}]"#),
            .text(status == 204 ? "" : #"{"error": "no such page"}"#, status: status),
        ]
        for next in ["page p", "offset o"] {
            let fetch = try await Self.fetch(pages, ["next": next])
            #expect(fetch.keys == ["1", "2"], "\(next)")
            #expect(note.isEmpty ? fetch.notes.isEmpty : fetch.notes.contains { $0.contains(note) }, "\(fetch.notes)")
        }
    }

    @Test(arguments: [
        ("page p", #"[{"id": 1}]"#, 500), ("page p", #"[{"id": 1}]"#, 403), ("header", #"[{"id": 1}]"#, 404),
        ("link next", #"{"d": [{"id": 1}], "next": "?p=2"}"#, 404),
    ])
    func `fails if a page that must exist cannot be read`(next: String, first: String, status: Int) async {
        let pages: [StubHTTPClient.Answer] = [.text(first, headers: Self.link), .text("{}", status: status)]
        await #expect(throws: SourceError.self) { try await Self.fetch(pages, ["next": next, "key": "id"]) }
    }

    @Test(arguments: [
        (#""meta": {"total": 500}"#, "“meta.total: 500”"), (#""has_more": true"#, "“has_more: true”"),
        (#""next_page": 2"#, "“next_page: 2”"), (#""nextPageToken": "abc""#, "nextPageToken"),
        (#""has_more": true, "next_cursor": "5""#, "cannot follow the cursor “next_cursor”"),
        (#""total": 1"#, ""), (#""has_more": false"#, ""), (#""next_page": null"#, ""), (#""size": 500"#, ""),
    ])
    func `reports signs of pages that no link leads to`(member: String, sign: String) async throws {
        let found = try await Self.discovered(.text(#"{"data": [{"id": 1, "total": 9}], \#(member)}"#))
        #expect(found.next == nil)
        #expect(sign.isEmpty ? found.notes.isEmpty : found.notes.contains("the document says"), "\(found.notes)")
        #expect(found.notes.contains(sign) || sign.isEmpty, "\(found.notes)")
    }
}
