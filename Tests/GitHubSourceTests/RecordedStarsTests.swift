import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

@testable import GitHubSource

/// Recorded lists of stars in both shapes; skipped if the recordings are missing.
@Suite(.enabled(if: RealData.has("github-starred")))
struct RecordedStarsTests {
    @Test(arguments: [
        ("starred.star+json.dogsheep.json", 1, true), ("octokit.users-starred.auth.2.body.json", 30, false),
        ("pygithub.NamedUser.testGetStarred.1.body.json", 30, false),
        ("pygithub.NamedUser.testGetStarred.2.body.json", 5, false),
    ])
    func `maps every starred repository`(name: String, count: Int, hasTimes: Bool) throws {
        let items = try #require(try JSONValue(parsing: RealData.bytes("github-starred/\(name)")).arrayValue)
        let records = try items.map { try GitHubMapper.record($0) }
        #expect(Set(records.map(\.key)).count == count)
        #expect(records.allSatisfy { ($0["starred"] != nil) == hasTimes && $0.date != nil })
    }

    @Test func `follows the recorded links of a list of stars`() async throws {
        let bodies = try (1...2).map {
            try RealData.bytes("github-starred/pygithub.NamedUser.testGetStarred.\($0).body.json")
        }
        let head = try RealData.text("github-starred/pygithub.NamedUser.testGetStarred.1.head.txt")
        let line = try #require(head.split(separator: "\n").first { $0.lowercased().hasPrefix("link: ") })
        let client = StubHTTPClient(
            .bytes(bodies[0], headers: ["Link": String(line.dropFirst("link: ".count))]), .bytes(bodies[1]))
        let sink = BatchLog()
        let api = try url("https://api.github.com")
        let endpoint = GitHubEndpoint(api: api, listing: .stars("jacquev6"), maxRecords: nil)
        _ = try await GitHubFetcher(endpoint: endpoint, services: services(client)).fetch(since: nil, into: sink)
        #expect(await sink.records.count == 35)
        #expect(client.requests.count == 2)
    }
}
