import AggSource
import Foundation

/// Asks a search once to say how many repositories it finds, before it becomes a source.
struct GitHubDiscovery {
    let services: SourceServices

    func discover(_ text: String) async throws(SourceError) -> Discovery {
        let search = GitHubSearch(typed: text)
        if let fault = search.query.faults.first { throw .refused("the search \(fault)") }
        guard let api = URL(string: GitHubEndpoint.publicAPI) else { throw .refused(GitHubEndpoint.publicAPI) }
        let endpoint = GitHubEndpoint(api: api, search: search, maxRecords: nil)
        let token = GitHubToken(services.environment)
        let now = services.clock.now
        let response = try await services.send(endpoint.probe(at: now, token: token?.text))
        guard response.status == 200 else { throw GitHubFailure(response, now: now).error }
        let bytes = try response.body.collect()
        let answer: JSONValue
        do { answer = try JSONValue(parsing: bytes) } catch { throw SourceError(error) }
        guard let total = answer["total_count"]?.intValue else {
            throw .invalidData("where the results of a search are expected")
        }
        return Discovery(
            findings: findings(total: total, first: answer["items"]?.arrayValue?.first, endpoint, token),
            id: id(for: search),
            values: values(of: search))
    }

    private func findings(
        total: Int, first: JSONValue?, _ endpoint: GitHubEndpoint, _ token: GitHubToken?
    ) -> [String] {
        let most = min(total, endpoint.pages(hasToken: token != nil) * endpoint.pageSize)
        var findings = ["Repositories on GitHub: \(total) found, \(most) brought"]
        if token == nil, most < min(total, GitHubEndpoint.mostResults) {
            findings[0] += " (up to \(GitHubEndpoint.mostResults) with a token in GITHUB_TOKEN)"
        }
        if let first, let record = try? GitHubMapper.record(first) {
            findings.append("First: \(record["full_name"]?.text ?? record.title)")
        }
        findings.append("Columns: \(GitHubMapper.columns.map(\.column.name).joined(separator: ", "))")
        return findings
    }

    private func values(of search: GitHubSearch) -> [String: String] {
        [
            "query": search.query.text, "sort": search.sort.rawValue, "order": search.isAscending ? "asc" : "desc",
        ]
    }

    /// An id of the words of the search, as `github-language-swift`.
    private func id(for search: GitHubSearch) -> String {
        let words = search.query.text.lowercased().split { !$0.isASCIIAlphanumeric }
        var id = "github"
        for word in words where id.utf8.count + word.utf8.count < 40 { id += "-\(word)" }
        return id
    }
}
