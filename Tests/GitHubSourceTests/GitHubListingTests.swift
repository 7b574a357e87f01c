import AggSource
import AggTesting
import Foundation
import Testing

@testable import GitHubSource

/// The stars of a user, and the repositories of a user or an organization.
struct GitHubListingTests {
    private let sink = BatchLog()

    private func source(_ values: [String: String]) throws -> GitHubSource {
        let id = try #require(SourceID("mine"))
        let texts = values.mapValues { ParameterValue.text($0) }
        let endpoint = ["endpoint": ParameterValue.url(try url("https://api.example.org"))]
        return try GitHubSource(SourceConfiguration(id: id, kind: "github", values: texts.merging(endpoint) { $1 }))
    }

    private func fetch(
        _ values: [String: String], _ client: StubHTTPClient, token: String? = nil, since state: FetchState? = nil
    ) async throws -> FetchResult {
        try await source(values).fetcher(services(client, token: token)).fetch(since: state, into: sink)
    }

    private func star(_ id: Int, _ day: Int) -> String {
        #"{"starred_at": "2024-03-0\#(day)T10:00:00Z", "repo": {"id": \#(id), "name": "r\#(id)", "#
            + #""full_name": "o/r\#(id)", "pushed_at": "2020-01-01T00:00:00Z"}}"#
    }

    @Test(
        arguments: [
            ("stars:octocat", .stars("octocat")), ("stars:me", .stars("me")), ("user:Mona-Lisa", .user("Mona-Lisa")),
            ("org:swiftlang", .organization("swiftlang")), (" org:a_b ", .organization("a_b")),
            ("https://github.com/octocat?tab=stars", .stars("octocat")), ("github.com/octocat", .user("octocat")),
            ("https://github.com/orgs/swiftlang/repositories", .organization("swiftlang")),
        ] as [(String, GitHubListing)])
    func `treats an account without other words as a listing`(text: String, expected: GitHubListing) {
        #expect(GitHubListing(typed: text) == expected)
    }

    @Test(arguments: [
        "stars:>100", "stars:100", "stars:10..20", "org:apple topic:swift", "user:", "user:a/b", "swift",
        "github.com/octocat/hello",
    ])
    func `treats anything else as a search`(text: String) {
        #expect(GitHubListing(typed: text).search?.query.text == text)
    }

    @Test(arguments: [
        ("https://github.com/octocat?tab=stars", Recognition.certain), ("stars:me", .possible), ("stars:>1", .no),
        ("https://github.com/octocat/hello", .no), ("https://example.org/octocat", .no),
    ])
    func `recognizes the page of an account`(text: String, expected: Recognition) {
        #expect(GitHubSource.recognizes(text) == expected)
    }

    @Test(
        arguments: [
            ("stars", "octocat", "/users/octocat/starred?sort=created&direction=desc&per_page=100"),
            ("stars", "me", "/user/starred?sort=created&direction=desc&per_page=100"),
            ("user", "octocat", "/users/octocat/repos?type=owner&sort=full_name&per_page=100"),
            ("org", "apple", "/orgs/apple/repos?type=all&sort=full_name&per_page=100"),
        ])
    func `requests the list of the account`(key: String, name: String, expected: String) async throws {
        let client = StubHTTPClient(.text("[]"))
        _ = try await fetch([key: name], client, token: "t")
        let request = try #require(client.requests.first)
        #expect(request.url.absoluteString == "https://api.example.org\(expected)")
        #expect(request.headers["Accept"]?.contains("star+json") == (key == "stars"))
    }

    @Test func `dates a record by when it was starred, and follows links to another path`() async throws {
        let link = #"<https://api.example.org/user/583231/starred?page=2>; rel="next""#
        let client = StubHTTPClient([
            "/users/octocat/starred": [.text("[\(star(1, 5)),\(star(2, 4))]", headers: ["Link": link])],
            "/user/583231/starred": [.text("[\(star(3, 3))]")],
        ])
        let summary = try await fetch(["stars": "octocat"], client).summary()
        #expect(await sink.records.map(\.key) == ["1", "2", "3"])
        #expect(await sink.records.map { $0.date?.day } == ["2024-03-05", "2024-03-04", "2024-03-03"])
        #expect(await sink.records.first?["starred"]?.text == "2024-03-05T10:00:00Z")
        #expect(summary.notes == [])
        #expect(try source(["stars": "octocat"]).columns.last?.name == "starred")
    }

    @Test func `accepts repositories without the time of their star`() async throws {
        let bare = #"[{"id": 1, "name": "a", "pushed_at": "2020-01-01T00:00:00Z"}]"#
        _ = try await fetch(["stars": "octocat"], StubHTTPClient(.text(bare)))
        #expect(await sink.records.first?.date?.day == "2020-01-01")
    }

    @Test func `reads more pages of an account than of a search`() async throws {
        let pages = (2...13).map { page in
            StubHTTPClient.Answer.text(
                "[\(star(page, 1))]",
                headers: page == 13 ? [:] : ["Link": "<https://api.example.org/users/o/repos?page=\(page)>; rel=next"])
        }
        let client = StubHTTPClient(["/users/o/repos": pages])
        _ = try await fetch(["user": "o"], client)
        #expect(client.requests.count == 12)
    }

    @Test func `continues after two empty pages that link to another`() async throws {
        func link(_ page: Int) -> HTTPHeaders {
            ["Link": "<https://api.example.org/users/o/starred?page=\(page)>; rel=next"]
        }
        let client = StubHTTPClient([
            "/users/o/starred": [
                .text("[\(star(1, 5))]", headers: link(2)), .text("[]", headers: link(3)),
                .text("[]", headers: link(4)), .text("[\(star(2, 4))]"),
            ]
        ])
        _ = try await fetch(["stars": "o"], client)
        #expect(await sink.records.map(\.key) == ["1", "2"])
        #expect(client.requests.count == 4)
    }

    @Test func `ends after three empty pages even if each links to another, and says so`() async throws {
        let pages = (2...9).map { page in
            StubHTTPClient.Answer.text(
                "[]", headers: ["Link": "<https://api.example.org/users/o/starred?page=\(page)>; rel=next"])
        }
        let client = StubHTTPClient(["/users/o/starred": pages])
        let summary = try await fetch(["stars": "o"], client).summary()
        #expect(client.requests.count == 3)
        #expect(summary.notes == ["reading stopped after 3 empty pages; results may be missing"])
        #expect(summary.isIncomplete)
    }

    @Test func `trusts a 304 only if the list had one page`() async throws {
        let next = "<https://api.example.org/users/o/starred?page=2>; rel=next"
        let client = StubHTTPClient(
            .text("[\(star(1, 5))]", headers: ["ETag": "\"a\"", "Link": next]),
            .text("[\(star(2, 4))]", headers: ["ETag": "\"b\""]),
            .text("[\(star(1, 5))]", headers: ["ETag": "\"c\""]), .text("", status: 304))
        let many = try await fetch(["stars": "o"], client).summary()
        let one = try await fetch(["stars": "o"], client, since: many.state).summary()
        guard case .unchanged = try await fetch(["stars": "o"], client, since: one.state) else {
            Issue.record("an unchanged list was read again")
            return
        }
        #expect(client.requests.map { $0.validators?.entityTag } == [nil, nil, nil, "\"c\""])
    }

    @Test func `fails if the pages form a loop`() async throws {
        let again = "<https://api.example.org/users/o/starred?page=2>; rel=next"
        let client = StubHTTPClient(.text("[\(star(1, 5))]", headers: ["Link": again]))
        await #expect {
            try await fetch(["stars": "o"], client)
        } throws: {
            ($0 as? SourceError)?.code == "invalid_data"
        }
        #expect(client.requests.count == 2)
    }

    @Test func `requests one's own stars only with a token`() async throws {
        let client = StubHTTPClient(.text("[]"))
        await #expect(
            throws: SourceError.unauthorized("stars:me needs a token in GITHUB_TOKEN; stars:NAME works without one")
        ) { try await fetch(["stars": "me"], client) }
        #expect(client.requests.isEmpty)
        _ = try await fetch(["stars": "me"], client, token: "secret")
        #expect(client.requests.first?.credential?.value == "Bearer secret")
    }

    @Test func `sends the token to no other host`() async throws {
        let link = #"<https://evil.example/starred?page=2>; rel="next""#
        let client = StubHTTPClient(.text("[\(star(1, 5))]", headers: ["Link": link]))
        await #expect(throws: SourceError.refused("the next page is on another host (evil.example)")) {
            try await fetch(["stars": "me"], client, token: "secret")
        }
        #expect(client.requests.count == 1)
    }

    @Test(arguments: [("stars", "user"), ("user", "user"), ("org", "organization")])
    func `reports an account that does not exist`(key: String, noun: String) async throws {
        let client = StubHTTPClient(.text(#"{"message": "Not Found"}"#, status: 404))
        await #expect(throws: SourceError.http(status: 404, detail: "GitHub has no \(noun) “nobody”")) {
            try await fetch([key: "nobody"], client)
        }
    }

    @Test func `reports a later page that does not exist in the server's own words`() async throws {
        let next = "<https://api.example.org/users/o/starred?page=2>; rel=next"
        let client = StubHTTPClient(
            .text("[\(star(1, 5))]", headers: ["Link": next]), .text(#"{"message": "Not Found"}"#, status: 404))
        await #expect(throws: SourceError.http(status: 404, detail: "Not Found")) {
            try await fetch(["stars": "o"], client)
        }
    }

    @Test func `rejects two accounts, an account with a search, and an invalid account name`() throws {
        #expect(faults(["stars": "a", "org": "b"]) == ["sets stars and org; use only one of them"])
        #expect(
            faults(["stars": "a", "org": "b", "query": "x"]) == ["sets stars, org, and query; use only one of them"])
        #expect(faults(["user": "a", "query": "x"]) == ["sets user and query; use only one of them"])
        #expect(faults(["user": "a", "query": "stars:>1"]) == [])
        #expect(faults(["user": "a b"]) == ["sets user to “a b”; use the name of an account, such as octocat"])
    }

    private func faults(_ values: [String: String]) -> [String] {
        do {
            _ = try source(values)
            return []
        } catch let error as ConfigurationFaults {
            return error.faults.map { $0.message.replacing("the source “mine” ", with: "") }
        } catch {
            return ["\(error)"]
        }
    }

    @Test func `reports the number of stars before they are added`() async throws {
        let last = #"<https://api.github.com/user/1/starred?per_page=1&page=812>; rel="last""#
        let client = StubHTTPClient(.text("[\(star(7, 5))]", headers: ["Link": last]))
        let discovery = try await GitHubSource.discover("stars:Octocat", services(client))
        #expect(discovery.id == "github-stars-octocat")
        #expect(discovery.values == ["stars": "Octocat"])
        #expect(
            discovery.findings.prefix(2) == [
                "Repositories that Octocat starred: 812 found, 812 to fetch", "First: o/r7, starred on 2024-03-05",
            ])
        #expect(client.requests.first?.url.path == "/users/Octocat/starred")
    }

    @Test func `adds a listing of another server`() async throws {
        let client = StubHTTPClient(.text("[\(star(7, 5))]"))
        let text = "stars:Octocat endpoint:https://git.example.org/api/v3"
        let discovery = try await GitHubSource.discover(text, services(client, token: "secret"))
        #expect(discovery.id == "github-stars-octocat")
        #expect(discovery.values == ["stars": "Octocat", "endpoint": "https://git.example.org/api/v3"])
        #expect(
            client.requests.first?.url.absoluteString.hasPrefix(
                "https://git.example.org/api/v3/users/Octocat/starred?") == true)
        let searches = StubHTTPClient(.text(#"{"total_count": 0, "items": []}"#))
        let search = try await GitHubSource.discover(
            "endpoint:http://127.0.0.1:8080 language:swift sort:forks", services(searches))
        #expect(search.values["query"] == "language:swift" && search.values["endpoint"] == "http://127.0.0.1:8080")
    }

    @Test(arguments: [
        ("'language:swift sort:forks' endpoint:http://127.0.0.1:8080", "language:swift"),
        ("endpoint:http://127.0.0.1:8080 'swift server'", "swift server"),
        (#"'"hello world" language:swift' endpoint:http://127.0.0.1:8080"#, #""hello world" language:swift"#),
        (#"'it'"'"'s' 'swift server'"#, "it's swift server"), (#""hello world" it's"#, #""hello world" it's"#),
    ])
    func `reads arguments without the quotes that keep them whole`(text: String, query: String) async throws {
        let client = StubHTTPClient(.text(#"{"total_count": 0, "items": []}"#))
        #expect(try await GitHubSource.discover(text, services(client)).values["query"] == query)
    }

    @Test(arguments: ["", "git.example.org", "ftp://git.example.org"])
    func `rejects an endpoint that is not a URL`(endpoint: String) async throws {
        let client = StubHTTPClient(.text("[]"))
        let refusal = SourceError.refused(
            "the endpoint “\(endpoint)” is not an http, https, or file URL; use a URL such as https://HOST/api/v3")
        await #expect(throws: refusal) {
            try await GitHubSource.discover("stars:octocat endpoint:\(endpoint)", services(client))
        }
        #expect(client.requests.isEmpty)
    }
}
