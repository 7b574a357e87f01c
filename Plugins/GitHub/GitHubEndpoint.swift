import AggSource
import Foundation

/// The requests of a listing: the first page; every further one is named by the answer before it.
struct GitHubEndpoint: Sendable {
    /// The API of github.com.
    static let publicAPI = "https://api.github.com"
    /// The most results the API gives of one search (docs.github.com, REST API, "Search").
    static let mostResults = 1_000
    /// The most repositories that are read of one account.
    static let mostRecords = 100_000
    /// The most results of one page.
    static let largestPage = 100

    /// The address of the API.
    let api: URL
    /// What is listed.
    let listing: GitHubListing
    /// How many results are wanted at most; nil for all.
    let maxRecords: Int?

    /// How many pages are asked for at most.
    ///
    /// Without a token the API takes ten searches a minute from an address, so that ten pages would use up everything a
    /// minute has; with one it takes thirty. Lists of an account have the larger limit of an hour.
    func pages(hasToken: Bool) -> Int {
        hasToken || listing.search == nil ? pages : min(pages, 3)
    }

    private var pages: Int { (wanted + Self.largestPage - 1) / Self.largestPage }

    private var wanted: Int { maxRecords ?? (listing.search == nil ? Self.mostRecords : Self.mostResults) }

    /// Results of one page: a hundred, or less so that full pages never make more than is wanted.
    var pageSize: Int { wanted / pages }

    /// Whether a listing of all repositories ended before its end, at the most that are read of one account.
    func isCut(after count: Int) -> Bool { maxRecords == nil && listing.search == nil && count >= Self.mostRecords }

    /// Returns normally if the listing can be asked for with this token, or without one.
    ///
    /// - Throws: `SourceError.unauthorized` for the stars of `me` without a token.
    func requireToken(_ token: GitHubToken?) throws(SourceError) {
        guard listing.needsToken, token == nil, !api.isFileURL else { return }
        throw .unauthorized("stars:me needs a token in \(GitHubToken.variable); stars:NAME needs none")
    }

    /// The request for the first page; with validators it asks only for a newer one.
    func first(at now: Date, token: String?, validators: Validators?) -> HTTPRequest {
        var request = request(for: address(at: now, pageSize: pageSize), token: token)
        request.validators = validators
        return request
    }

    /// The request for a single result, which also says how many there are.
    func probe(at now: Date, token: String?) -> HTTPRequest {
        request(for: address(at: now, pageSize: 1), token: token)
    }

    /// The request for what is left of the limits, which counts against none of them
    /// (docs.github.com, REST API, "Rate limit").
    func limits(token: String?) -> HTTPRequest {
        request(for: api.appendingPathComponent("rate_limit"), token: token)
    }

    /// The request for a page that a Link header named.
    ///
    /// - Throws: `SourceError.refused` when the page is not on the host, port and scheme of the API.
    func next(_ url: URL, token: String?) throws(SourceError) -> HTTPRequest {
        guard url.hasOrigin(of: api) else {
            throw .refused("the next page is on another host (\(url.host ?? "none"))")
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

    /// The media type; only one of its own has the time of a star (docs.github.com, REST API, "Starring").
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

/// The token of the environment variable `GITHUB_TOKEN`; never shown.
struct GitHubToken: Sendable, CustomStringConvertible {
    /// The name of the variable.
    static let variable = "GITHUB_TOKEN"

    /// The secret.
    let text: String

    /// Takes the token out of the environment; nil if absent.
    init?(_ environment: [String: String]) {
        let text = environment[Self.variable]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        guard !text.isEmpty else { return nil }
        self.text = text
    }

    var description: String { "***" }
}
