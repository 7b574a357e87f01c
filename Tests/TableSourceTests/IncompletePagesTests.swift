import AggSource
import AggTesting
import Foundation
import Testing

@testable import TableSource

/// Reads of several pages that end before the table does: stored rows must not be removed.
struct IncompletePagesTests {
    private static func fetch(
        _ answers: [StubHTTPClient.Answer], _ values: [String: String], id: SourceID? = nil
    ) async throws -> (isIncomplete: Bool, notes: [String]) {
        let url = try #require(URL(string: "https://example.org/trees"))
        let values = values.merging(["url": url.absoluteString]) { first, _ in first }
        let fetcher = TableFetcher(
            endpoint: TableEndpoint(url: url), settings: try settings(values),
            services: SourceServices(http: StubHTTPClient(["/trees": answers])), id: id)
        guard case .complete(let summary) = try await fetcher.fetch(since: nil, into: BatchLog()) else {
            throw SourceError.refused("unchanged")
        }
        return (summary.isIncomplete, summary.notes.filter { !$0.hasPrefix("detected") })
    }

    private static func page(_ id: Int, _ facts: String) -> StubHTTPClient.Answer {
        .text(#"{"items": [{"id": \#(id)}], \#(facts)}"#)
    }

    private static let ends = [
        (404, "{}", "page 3 does not exist (HTTP 404)"), (204, "", "page 3 is empty"), (200, "", "page 3 is empty"),
        (400, "{}", "the server rejected page 3 (HTTP 400)"),
        (200, #"{"items": [], "total": 3}"#, "page 3 has no rows"),
    ]

    @Test(arguments: ends, ["page p", "offset o"])
    func `no rows are removed if the pages end before all rows were read`(
        end: (Int, String, String), next: String
    ) async throws {
        let (status, text, fault) = end
        let pages = [Self.page(1, #""total": 3"#), Self.page(2, #""total": 3"#), .text(text, status: status)]
        let (isIncomplete, notes) = try await Self.fetch(pages, ["next": next, "items": "items", "key": "id"])
        #expect(isIncomplete)
        #expect(notes == ["\(fault), although page 2 says “total: 3”; rows may be missing"])
    }

    @Test(arguments: ends)
    func `rows are removed if the pages end after all rows were read`(end: (Int, String, String)) async throws {
        let (status, text, _) = end
        let last = text.replacing("3", with: "2")
        let pages = [Self.page(1, #""total": 2"#), Self.page(2, #""total": 2"#), .text(last, status: status)]
        let (isIncomplete, notes) = try await Self.fetch(pages, ["next": "page p", "items": "items", "key": "id"])
        #expect(!isIncomplete)
        #expect(notes.isEmpty == (status != 400), "\(notes)")
    }

    @Test(arguments: ["null", "false", "\"\""])
    func `no rows are removed if the last page counts more rows than were read`(link: String) async throws {
        let values = ["next": "link next", "items": "items", "key": "id"]
        func fetch(_ facts: String) async throws -> (isIncomplete: Bool, notes: [String]) {
            let pages = [Self.page(1, #""next": "?p=2""#), Self.page(2, #""next": \#(link), \#(facts)"#)]
            return try await Self.fetch(pages, values, id: SourceID("trees"))
        }
        let (isIncomplete, notes) = try await fetch(#""total": 3"#)
        #expect(isIncomplete)
        #expect(
            notes == [
                "no other page follows, although page 2 says “total: 3”; rows may be missing; if these are all rows, run "
                    + "“refresh trees --force”"
            ])
        for facts in [#""total": 2"#, #""has_more": true"#] {
            let whole = try await fetch(facts)
            #expect(!whole.isIncomplete && whole.notes.isEmpty, "\(whole.notes)")
        }
    }

    @Test func `no rows are removed if there are fewer pages than the document counts`() async throws {
        let pages = [
            Self.page(1, #""page": 1, "total_pages": 3"#), Self.page(2, #""page": 2, "total_pages": 3"#),
            .text(#"{"items": []}"#),
        ]
        let (isIncomplete, notes) = try await Self.fetch(pages, ["next": "page p", "items": "items", "key": "id"])
        #expect(isIncomplete)
        #expect(notes == ["page 3 has no rows, although page 2 says “total_pages: 3”; rows may be missing"])
    }

    @Test func `a promise of another page is kept by one without rows`() async throws {
        let pages = [Self.page(1, #""has_more": true"#), Self.page(2, #""has_more": true"#), .text(#"{"items": []}"#)]
        let (isIncomplete, notes) = try await Self.fetch(pages, ["next": "page p", "items": "items", "key": "id"])
        #expect(!isIncomplete && notes.isEmpty, "\(notes)")
    }

    @Test func `a number in a row does not count rows`() async throws {
        let pages: [StubHTTPClient.Answer] = [.text(#"[{"id": 1, "count": 50, "total": 9}]"#), .text("[]")]
        let (isIncomplete, notes) = try await Self.fetch(pages, ["next": "page p", "key": "id"])
        #expect(!isIncomplete && notes.isEmpty, "\(notes)")
    }

    @Test(arguments: [
        ("https://other.example/trees", "another server"), ("?p=2", "links to an earlier page"),
        ("?p=3", "page 3 is the same as an earlier page"),
    ])
    func `no rows are removed if a link to the next page is not followed`(link: String, note: String) async throws {
        let pages = [Self.page(1, #""next": "?p=2""#), Self.page(2, #""next": "\#(link)""#)]
        let (isIncomplete, notes) = try await Self.fetch(pages, ["next": "link next", "items": "items", "key": "id"])
        #expect(isIncomplete && notes.count == 1 && notes[0].contains(note), "\(notes)")
    }

    @Test func `no rows are removed if another link than the configured one leads to the next page`() async throws {
        let values = ["next": "link next", "items": "items", "key": "id"]
        let moved = try await Self.fetch([Self.page(1, #""paging": {"next": "?p=2"}"#)], values)
        #expect(moved.isIncomplete && moved.notes.count == 1)
        let only = try await Self.fetch([Self.page(1, #""size": 1"#)], values)
        #expect(!only.isIncomplete && only.notes.count == 1)
    }

    @Test(arguments: [("", true), (#""total": 2"#, false), (#""total": "2""#, false)])
    func `a server that repeats its last page ends the table only if all rows were read`(
        total: String, isIncomplete: Bool
    ) async throws {
        let facts = total.isEmpty ? #""x": 1"# : total
        let pages = [Self.page(1, facts), Self.page(2, facts)]
        let fetch = try await Self.fetch(pages, ["next": "page p", "items": "items", "key": "id"])
        #expect(fetch.isIncomplete == isIncomplete && fetch.notes.isEmpty != isIncomplete, "\(fetch.notes)")
    }

    @Test func `no rows are removed if a Link header is not followed`() async throws {
        let values = [
            "format": "csv", "encoding": "utf-8", "delimiter": "comma", "header": "true", "key": "id", "title": "name",
            "columns": "id, name",
        ]
        let link: HTTPHeaders = ["Link": #"<https://example.org/trees?p=2>; rel="next""#]
        let (isIncomplete, notes) = try await Self.fetch([.text("id,name\n1,Oak\n", headers: link)], values)
        #expect(isIncomplete && notes.count == 1)
    }

    private static let advice =
        "if there are other pages, run “source edit trees” and set “next”, e.g. “next: page page”"

    @Test(
        arguments: [
            (#""total": 23"#, "“total: 23”; \(advice)"), (#""next": 2"#, "“next: 2”; \(advice)"),
            (
                #""has_more": true, "next_cursor": "abc""#,
                "“has_more: true”; agg cannot follow the cursor “next_cursor” to the next page"
            ),
            (
                #""next": "?p=2""#,
                "“next: \"?p=2\"”; to read the others, run “source edit trees” and set “next: link next”"
            ),
            (#""total": 1"#, nil), (#""has_more": false"#, nil),
        ] as [(String, String?)])
    func `says that a document whose only page is read counts more rows`(facts: String, note: String?) async throws {
        let values = [
            "format": "json", "encoding": "utf-8", "items": "items", "columns": "id:integer", "key": "id",
            "title": "id",
        ]
        let id = SourceID("trees")
        let (isIncomplete, notes) = try await Self.fetch([Self.page(1, facts)], values, id: id)
        let expected = note.map { ["only this page was read, but the document says \($0)"] } ?? []
        #expect(!isIncomplete && notes == expected)
        let one = values.merging(["max_pages": "1"]) { first, _ in first }
        #expect(try await Self.fetch([Self.page(1, facts)], one, id: id).notes.isEmpty)
    }

    @Test func `a limit on the pages is deliberate`() async throws {
        let pages = [Self.page(1, #""next": "?p=2""#), Self.page(2, #""next": "?p=3""#)]
        let values = ["next": "link next", "items": "items", "key": "id", "max_pages": "2"]
        let (isIncomplete, notes) = try await Self.fetch(pages, values)
        #expect(!isIncomplete && notes == ["the table has more than 2 pages (max_pages); the rest were skipped"])
    }

    @Test(arguments: [
        (#"{"message": "Rate limit"}"#, "(expected a table, found an error: Rate limit)"),
        (#"{"info": 5}"#, #"(expected a list of rows, found an object: {"info": 5})"#),
        ("{}", "(expected a list of rows, found an object: {})"),
    ])
    func `an object in place of a list of rows is not the last page`(text: String, reason: String) async {
        let pages: [StubHTTPClient.Answer] = [.text(#"[{"id": 1}]"#), .text(#"[{"id": 2}]"#), .text(text)]
        let error = await #expect(throws: SourceError.self) {
            try await Self.fetch(pages, ["next": "page p", "key": "id"])
        }
        #expect(error?.reason() == "invalid data \(reason)")
    }
}
