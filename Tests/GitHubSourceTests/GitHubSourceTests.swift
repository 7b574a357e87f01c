import AggSource
import AggTesting
import Foundation
import Testing

import GitHubSource

struct GitHubSourceTests {
    private func configuration(_ values: [String: ParameterValue]) throws -> SourceConfiguration {
        let id = try #require(SourceID("repos"))
        let whole: [String: ParameterValue] = ["endpoint": .url(try url("https://api.example.org"))]
        return SourceConfiguration(id: id, kind: "github", values: whole.merging(values) { $1 })
    }

    @Test func `sends the configured query`() async throws {
        let source = try GitHubSource(
            configuration(["query": .text("topic:swift"), "sort": .text("forks"), "max_records": .integer(50)]))
        let client = stub(.text(#"{"items": []}"#))
        _ = try await source.fetcher(services(client)).fetch(since: nil, into: BatchLog())
        #expect(client.requests.first?.url.query == "q=topic%3Aswift&sort=forks&order=desc&per_page=50")
    }

    @Test func `reports every fault of a query at once`() throws {
        let configuration = try configuration(["query": .text("{a} {b}")])
        do {
            _ = try GitHubSource(configuration)
            Issue.record("a query with unknown placeholders was taken")
        } catch {
            #expect(error.faults.count == 2)
            #expect(error.faults.allSatisfy { $0.message.hasPrefix("the source “repos” has the unknown placeholder") })
        }
    }

    @Test func `describes the results of a search before it is added`() async throws {
        let client = stub(
            .text(#"{"total_count": 12345, "items": [{"id": 1, "name": "swift", "full_name": "swiftlang/swift"}]}"#))
        let discovery = try await GitHubSource.discover("language:swift sort:forks", services(client))
        #expect(discovery.id == "github-language-swift")
        #expect(discovery.values == ["query": "language:swift", "sort": "forks", "order": "desc"])
        #expect(
            discovery.findings.prefix(2) == [
                "Repositories on GitHub: 12345 found, 300 to fetch (up to 1000 with a token in GITHUB_TOKEN)",
                "First: swiftlang/swift",
            ])
        #expect(client.requests.first?.url.query == "q=language%3Aswift&sort=forks&order=desc&per_page=1")
        #expect(client.requests.first?.url.host == "api.github.com")
    }

    @Test func `does not add an invalid search`() async throws {
        await #expect(throws: SourceError.refused("the search needs a query, such as language:swift")) {
            try await GitHubSource.discover("sort:stars", services(stub(.text("{}"))))
        }
        await #expect(throws: SourceError.http(status: 422, detail: "Validation Failed")) {
            try await GitHubSource.discover(
                "x", services(stub(.text(#"{"message": "Validation Failed"}"#, status: 422))))
        }
    }
}
