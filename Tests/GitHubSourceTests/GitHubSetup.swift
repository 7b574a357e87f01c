import AggSource
import AggTesting
import Foundation

@testable import GitHubSource

/// 2026-11-20T10:00:00Z, the current time in these tests.
let noon = Date(timeIntervalSince1970: 1_795_168_800)

func endpoint(
    _ query: String = "stars:>1", sort: GitHubSearch.Sort = .stars, ascending: Bool = false, most: Int? = nil,
    api: String = "https://api.example.org"
) throws -> GitHubEndpoint {
    GitHubEndpoint(
        api: try url(api),
        listing: .search(GitHubSearch(query: GitHubQuery(query), sort: sort, isAscending: ascending)),
        maxRecords: most)
}

func url(_ text: String) throws -> URL {
    guard let url = URL(string: text) else { throw SourceError.refused(text) }
    return url
}

/// Creates a server that responds to searches with these responses in turn.
func stub(_ answers: StubHTTPClient.Answer...) -> StubHTTPClient {
    StubHTTPClient(["/search/repositories": answers])
}

func services(_ client: some HTTPClient, token: String? = nil, progress: ProgressReporter = .silent) -> SourceServices {
    SourceServices(
        http: client, clock: WallClock { noon }, environment: token.map { ["GITHUB_TOKEN": $0] } ?? [:],
        progress: progress, maxWait: .seconds(60))
}

/// Returns search results with repositories that have these ids.
func page(_ ids: ClosedRange<Int>, isIncomplete: Bool? = false) -> String {
    let items = ids.map { #"{"id": \#($0), "name": "r\#($0)", "full_name": "o/r\#($0)"}"# }
    let incomplete = isIncomplete.map { #""incomplete_results": \#($0), "# } ?? ""
    return #"{"total_count": 1000, \#(incomplete)"items": [\#(items.joined(separator: ","))]}"#
}
