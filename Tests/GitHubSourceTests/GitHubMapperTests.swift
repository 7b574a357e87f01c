import AggSearch
import AggSource
import AggTesting
import Testing

@testable import GitHubSource

struct GitHubMapperTests {
    @Test func `maps every column of a repository`() throws {
        let item = try JSONValue(
            parsing: """
                {"id": 7, "name": "swift-nio", "full_name": "apple/swift-nio", "html_url": "https://github.com/apple/swift-nio",
                 "owner": {"login": "apple", "avatar_url": "https://a.example/1"}, "description": "Network events",
                 "created_at": "2018-02-09T00:00:00Z", "pushed_at": "2026-11-19T08:00:00Z", "stargazers_count": 8123,
                 "forks_count": 650, "open_issues_count": 12, "language": "Swift", "topics": ["networking", "swift"],
                 "license": {"spdx_id": "Apache-2.0", "name": "Apache License 2.0"}, "archived": false,
                 "homepage": "https://nio.example"}
                """)
        let record = try GitHubMapper.record(item)
        #expect(record.key == "7")
        #expect(record.title == "swift-nio")
        #expect(record.subtitle == "apple · Network events")
        #expect(record.date?.text == "2026-11-19T08:00:00Z")
        #expect(record.url == "https://github.com/apple/swift-nio")
        #expect(record.prominence == 3)
        #expect(record.fields.map(\.name) == GitHubMapper.columns.map(\.column.name))
        #expect(record["full_name"] == .text("apple/swift-nio"))
        #expect(record["stars"] == .integer(8_123))
        #expect(record["topics"] == .list(["networking", "swift"]))
        #expect(record["license"] == .text("Apache-2.0"))
        #expect(record["archived"] == .boolean(false))
    }

    @Test(arguments: ["swift-nio", "swift nio", "apple", "apple/swift-nio", "apple nio", "networking", "event loops"])
    func `is found by name, owner, topic, and description`(query: String) throws {
        let record = try GitHubMapper.record([
            "id": 7, "name": "swift-nio", "full_name": "apple/swift-nio", "description": "Event loops",
            "topics": .array(["networking"]),
        ])
        let unsearchable = Set(GitHubMapper.columns.map(\.column).filter { !$0.isSearchable }.map(\.name))
        #expect(TierMatcher(SearchText(query)).tier(of: record, unsearchable: unsearchable) != nil)
    }

    @Test func `leaves out null and blank values`() throws {
        let record = try GitHubMapper.record([
            "id": "8", "name": "x", "full_name": "o/x", "owner": .null, "language": .null, "license": .null,
            "description": " ", "homepage": "", "topics": .array([]), "stargazers_count": "12", "pushed_at": "soon",
            "updated_at": "2020-01-02T03:04:05Z",
        ])
        #expect(record.key == "8")
        #expect(record.subtitle == "o")
        #expect(record.date?.text == "2020-01-02T03:04:05Z")
        #expect(record.fields.map(\.name) == ["full_name", "owner", "stars"])
        #expect(record["stars"] == .integer(12))
    }

    @Test(arguments: [
        ("NOASSERTION", "Other", "Other"), ("MIT", "MIT License", "MIT"), ("", "Custom", "Custom"),
    ])
    func `names a license`(id: String, name: String, expected: String) throws {
        let record = try GitHubMapper.record([
            "id": 1, "name": "x", "license": ["spdx_id": .string(id), "name": .string(name)],
        ])
        #expect(record["license"] == .text(expected))
    }

    @Test(arguments: [
        (-1, 0), (0, 0), (9, 0), (10, 1), (99_999, 4), (100_000, 5), (10_000_000, 7), (Int64.max, 7),
    ])
    func `derives prominence from stars`(stars: Int64, expected: Int) {
        #expect(GitHubMapper.prominence(stars: stars) == expected)
    }

    @Test(arguments: [
        ("[]", "is an array, not an object"), (#"{"name": "x"}"#, "has no id"),
        (#"{"id": 0, "name": "x"}"#, "has no id"),
        (#"{"id": "x", "name": "x"}"#, "has no id"), (#"{"id": 1}"#, "has no name"),
        (#"{"id": 1, "name": " "}"#, "has no name"), (#"{"id": 1.5, "name": "x"}"#, "has no id"),
    ])
    func `explains why an item is not a repository`(text: String, reason: String) throws {
        let item = try JSONValue(parsing: text)
        #expect(throws: MappingFault(reason)) { try GitHubMapper.record(item) }
    }

    @Test func `has a starter sample of repositories only`() async throws {
        struct Sample: HTTPClient {
            func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
                HTTPResponse(url: request.url, status: 200, body: HTTPBody(PackageResources.starter_json))
            }
        }
        let sink = BatchLog()
        let result = try await GitHubFetcher(endpoint: endpoint(), services: services(Sample())).fetch(
            since: nil, into: sink)
        let summary = try result.summary()
        #expect(summary.skipped.count == 0)
        let records = await sink.records
        #expect(records.count == 19)
        #expect(Set(records.map(\.key)).count == records.count)
        #expect(records.allSatisfy { $0.prominence >= 4 && $0.url != nil && $0["description"] != nil })
    }
}
