import AggSource
import Foundation

/// The requests for a listing: the first page, and each page that the previous response links to.
struct GitHubEndpoint: Sendable {
    /// The API of github.com.
    static let publicAPI = "https://api.github.com"
    /// The maximum number of results that the API returns for a search (docs.github.com, REST API, "Search").
    static let mostResults = 1_000
    /// The maximum number of repositories to read from an account.
    static let mostRecords = 100_000
    /// The maximum number of results per page.
    static let largestPage = 100

    /// The URL of the API.
    let api: URL
    /// The repositories to list.
    let listing: GitHubListing
    /// The maximum number of results; nil for all.
    let maxRecords: Int?

    /// The maximum number of pages to request.
    ///
    /// Without a token, the API allows ten searches a minute from a network address, so ten pages would use up the whole minute;
    /// with a token, it allows thirty. Lists of an account share the larger hourly limit.
    func pages(hasToken: Bool) -> Int {
        hasToken || listing.search == nil ? pages : min(pages, 3)
    }

    private var pages: Int { (wanted + Self.largestPage - 1) / Self.largestPage }

    /// The maximum number of repositories to read.
    var wanted: Int { maxRecords ?? (listing.search == nil ? Self.mostRecords : Self.mostResults) }

    /// The number of results per page.
    var pageSize: Int { min(wanted, Self.largestPage) }

    /// Whether a listing of all repositories stopped early, at the maximum number read from an account.
    func isCut(after count: Int) -> Bool { maxRecords == nil && listing.search == nil && count >= Self.mostRecords }

    /// Returns normally if the listing can be requested with this token, or without one.
    ///
    /// - Throws: `SourceError.unauthorized` for the stars of `me` without a token.
    func requireToken(_ token: GitHubToken?) throws(SourceError) {
        guard listing.needsToken, token == nil, !api.isFileURL else { return }
        throw .unauthorized("stars:me needs a token in \(GitHubToken.variable); stars:NAME works without one")
    }

    /// The request for the first page; with validators, it asks only for a newer one.
    func first(at now: Date, token: String?, validators: Validators?) -> HTTPRequest {
        var request = request(for: address(at: now, pageSize: pageSize), token: token)
        request.validators = validators
        return request
    }

    /// The request for a single result, along with the total number.
    func probe(at now: Date, token: String?) -> HTTPRequest {
        request(for: address(at: now, pageSize: 1), token: token)
    }

    /// The request for the remaining rate limits, which counts against none of them (docs.github.com, REST API, "Rate limit").
    func limits(token: String?) -> HTTPRequest {
        request(for: api.appendingPathComponent("rate_limit"), token: token)
    }

    /// The request for a page from a Link header.
    ///
    /// - Throws: `SourceError.refused` if the page is not on the API's host, port, and scheme.
    func next(_ url: URL, token: String?) throws(SourceError) -> HTTPRequest {
        guard url.hasOrigin(of: api) else {
            throw .refused("the next page is on another host (\(url.hostAndPort ?? "none"))")
        }
        return request(for: url, token: token)
    }

    private func request(for url: URL, token: String?) -> HTTPRequest {
        HTTPRequest(
            url,
            headers: ["Accept": accepted, "X-GitHub-Api-Version": "2022-11-28"],
            credential: token.map { Credential(header: "Authorization", value: "Bearer \($0)") },
            retry: RetryPolicy(statuses: [502, 503, 504], attempts: 3))
    }

    /// The media type; only a special one includes the time of a star (docs.github.com, REST API, "Starring").
    private var accepted: String {
        listing.isStars ? "application/vnd.github.star+json" : "application/vnd.github+json"
    }

    private func address(at now: Date, pageSize: Int) -> URL {
        let query = listing.search.map { [("q", $0.query.expanded(at: now))] } ?? []
        let items = query + listing.order + [("per_page", String(pageSize))]
        let url = api.appendingPathComponent(listing.path)
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        parts?.percentEncodedQuery = items.map { "\($0)=\($1.percentEncoded)" }.joined(separator: "&")
        return parts?.url ?? url
    }
}

/// The token in the environment variable `GITHUB_TOKEN`; never shown.
struct GitHubToken: Sendable, CustomStringConvertible {
    /// The name of the variable.
    static let variable = "GITHUB_TOKEN"

    /// The secret.
    let text: String

    /// Reads the token from the environment; nil if absent.
    init?(_ environment: [String: String]) {
        let text = environment[Self.variable]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        guard !text.isEmpty else { return nil }
        self.text = text
    }

    var description: String { "***" }
}
