import AggSource
import Foundation

/// Requests one repository of a listing, along with the total number, before the listing becomes a source.
struct GitHubDiscovery {
    let services: SourceServices

    func discover(_ text: String) async throws(SourceError) -> Discovery {
        let (words, address) = try Self.split(Self.unquoted(text))
        let listing = GitHubListing(typed: words)
        if let fault = listing.search?.query.faults.first { throw .refused("the search \(fault)") }
        guard let api = address ?? URL(string: GitHubEndpoint.publicAPI) else {
            throw .refused(GitHubEndpoint.publicAPI)
        }
        let endpoint = GitHubEndpoint(api: api, listing: listing, maxRecords: nil)
        let token = GitHubToken(services.environment)
        try endpoint.requireToken(token)
        let now = services.clock.now
        let response = try await services.send(endpoint.probe(at: now, token: token?.text))
        guard response.status == 200 else {
            throw GitHubFailure(response, now: now, hadToken: token != nil).error(of: listing)
        }
        let bytes = try response.body.collect()
        let answer: JSONValue
        do { answer = try JSONValue(parsing: bytes) } catch { throw SourceError(error) }
        let items = listing.member.map { answer[$0]?.arrayValue } ?? answer.arrayValue
        // With one repository per page, the number of the last page is the total.
        let count = lastPage(of: response) ?? items?.count
        guard let total = listing.search == nil ? count : answer["total_count"]?.intValue else {
            throw .invalidData("(expected \(listing.search == nil ? "a list of repositories" : "search results"))")
        }
        var discovery = Discovery(
            findings: findings(total: total, first: items?.first, endpoint, token),
            id: id(for: listing),
            values: listing.values)
        discovery.values["endpoint"] = address?.absoluteString
        return discovery
    }

    /// The text without the single quotes that keep arguments with blanks whole, as in `'swift server' endpoint:URL`.
    ///
    /// Double quotes are those of a phrase on GitHub.
    private static func unquoted(_ text: String) -> String {
        let quote = "\u{0}"
        var result = ""
        var rest = text.replacing(#"'"'"'"#, with: quote)[...]
        while let letter = rest.popFirst() {
            if letter == "'", result.last?.isWhitespace ?? true, let end = rest.firstIndex(of: "'"),
                rest[end...].dropFirst().first?.isWhitespace ?? true
            {
                result += rest[..<end]
                rest = rest[end...].dropFirst()
            } else {
                result.append(letter)
            }
        }
        return result.replacing(quote, with: "'")
    }

    /// The words without `endpoint:URL`, and that URL; nil if there is none.
    private static func split(_ text: String) throws(SourceError) -> (words: String, endpoint: URL?) {
        let mark = "endpoint:"
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let word = words.last(where: { $0.hasPrefix(mark) }) else { return (text, nil) }
        let address = String(word.dropFirst(mark.count))
        guard case .url(let url)? = Parameter.Kind.url.parse(address) else {
            throw .refused(
                "the endpoint “\(address)” is not an http, https, or file URL; use a URL such as https://HOST/api/v3")
        }
        return (words.filter { !$0.hasPrefix(mark) }.joined(separator: " "), url)
    }

    /// The number of the last page; nil if there is only one.
    private func lastPage(of response: HTTPResponse) -> Int? {
        guard let last = response.link(to: "last") else { return nil }
        let items = URLComponents(url: last, resolvingAgainstBaseURL: true)?.queryItems
        return items?.last { $0.name == "page" }?.value.flatMap(Int.init)
    }

    private func findings(
        total: Int, first: JSONValue?, _ endpoint: GitHubEndpoint, _ token: GitHubToken?
    ) -> [String] {
        let most = min(total, endpoint.wanted, endpoint.pages(hasToken: token != nil) * endpoint.pageSize)
        var findings = ["\(endpoint.listing.title): \(total) found, \(most) to fetch"]
        if endpoint.listing.search != nil, token == nil, most < min(total, GitHubEndpoint.mostResults) {
            findings[0] += " (up to \(GitHubEndpoint.mostResults) with a token in GITHUB_TOKEN)"
        }
        if let first, let record = try? GitHubMapper.record(first) {
            let star = record["starred"].map { ", starred on \($0.text.prefix(10))" } ?? ""
            findings.append("First: \(record["full_name"]?.text ?? record.title)\(star)")
        }
        let columns = endpoint.listing.isStars ? GitHubMapper.starredColumns : GitHubMapper.columns
        findings.append("Columns: \(columns.map(\.column.name).joined(separator: ", "))")
        return findings
    }

    /// An id made of the words of the search, such as `github-language-swift`, or of the account.
    private func id(for listing: GitHubListing) -> String {
        let text = listing.search?.query.text ?? listing.values.map { "\($0.key) \($0.value)" }.joined()
        return SourceID.proposal(for: "github \(text)") ?? "github"
    }
}

extension GitHubListing {
    /// The display title of the listing.
    fileprivate var title: String {
        switch self {
        case .search: "Repositories on GitHub"
        case .stars("me"): "Repositories you starred"
        case .stars(let name): "Repositories that \(name) starred"
        case .user(let name): "Repositories of the user \(name)"
        case .organization(let name): "Repositories of the organization \(name)"
        }
    }

    /// The values of the configuration keys.
    fileprivate var values: [String: String] {
        switch self {
        case .search(let search):
            [
                "query": search.query.text, "sort": search.sort.rawValue,
                "order": search.isAscending ? "asc" : "desc",
            ]
        case .stars(let name): ["stars": name]
        case .user(let name): ["user": name]
        case .organization(let name): ["org": name]
        }
    }
}
