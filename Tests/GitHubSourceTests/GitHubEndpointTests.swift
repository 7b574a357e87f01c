import AggSource
import Foundation
import Testing

@testable import GitHubSource

struct GitHubEndpointTests {
    @Test func `requests the search with its order and a full page`() throws {
        let request = try endpoint("stars:>1").first(at: noon, token: nil, validators: nil)
        #expect(
            request.url.absoluteString
                == "https://api.example.org/search/repositories?q=stars%3A%3E1&sort=stars&order=desc&per_page=100")
        #expect(request.headers["Accept"] == "application/vnd.github+json")
        #expect(request.headers["X-GitHub-Api-Version"] == "2022-11-28")
        #expect(request.credential == nil)
    }

    @Test(arguments: [
        ("c++ language:c#", "q=c%2B%2B%20language%3Ac%23"),
        ("a&b=c", "q=a%26b%3Dc"),
        ("日本", "q=%E6%97%A5%E6%9C%AC"),
        ("created:>{7 days ago}", "q=created%3A%3E2026-11-13"),
    ])
    func `escapes the query`(query: String, expected: String) throws {
        let address = try endpoint(query).first(at: noon, token: nil, validators: nil).url.absoluteString
        #expect(address.contains("?\(expected)&"))
    }

    @Test func `leaves out the order for the API's own order`() throws {
        let request = try endpoint("x", sort: .bestMatch).first(at: noon, token: nil, validators: nil)
        #expect(request.url.query == "q=x&per_page=100")
    }

    @Test(arguments: ["https://git.example.org/api/v3", "https://git.example.org/api/v3/"])
    func `keeps the path of a custom server`(api: String) throws {
        let request = try endpoint("x", ascending: true, api: api).first(at: noon, token: nil, validators: nil)
        #expect(
            request.url.absoluteString
                == "https://git.example.org/api/v3/search/repositories?q=x&sort=stars&order=asc&per_page=100")
    }

    @Test(
        arguments: [
            (nil, 10, 3, 100), (1_000, 10, 3, 100), (300, 3, 3, 100), (301, 4, 3, 100), (150, 2, 2, 100),
            (100, 1, 1, 100),
            (7, 1, 1, 7), (1, 1, 1, 1),
        ] as [(Int?, Int, Int, Int)])
    func `requests no more than configured, and only three pages without a token`(
        most: Int?, withToken: Int, without: Int, size: Int
    ) throws {
        let endpoint = try endpoint(most: most)
        #expect(endpoint.pages(hasToken: true) == withToken)
        #expect(endpoint.pages(hasToken: false) == without)
        #expect(endpoint.pageSize == size)
    }

    @Test func `sends the token as a credential that no description shows`() throws {
        let request = try endpoint().first(at: noon, token: "secret", validators: nil)
        #expect(request.credential == Credential(header: "Authorization", value: "Bearer secret"))
        #expect(!"\(request)".contains("secret"))
        #expect(GitHubToken(["GITHUB_TOKEN": " secret\n"])?.text == "secret")
        #expect(GitHubToken(["GITHUB_TOKEN": " "]) == nil)
        #expect("\(try #require(GitHubToken(["GITHUB_TOKEN": "secret"])))" == "***")
    }

    @Test(arguments: [
        "http://api.example.org/p", "https://api.example.org:8443/p", "https://evil.example/p",
        "https://api.example.org.evil.example/p",
    ])
    func `follows no link to another scheme, host, or port`(address: String) throws {
        let endpoint = try endpoint()
        let page = try url(address)
        #expect(throws: SourceError.refused("the next page is on another host (\(page.hostAndPort ?? ""))")) {
            try endpoint.next(page, token: "secret")
        }
    }

    @Test func `follows a link to the same host with an explicit port`() throws {
        let page = try url("https://API.example.org:443/search/repositories?page=2")
        #expect(try endpoint().next(page, token: "t").url == page)
    }
}
