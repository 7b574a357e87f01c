import AggSource
import Foundation

/// The requests of a search: the first page; every further one is named by the answer before it.
struct GitHubEndpoint: Sendable {
    /// The API of github.com.
    static let publicAPI = "https://api.github.com"
    /// The most results the API gives of one search (docs.github.com, REST API, "Search").
    static let mostResults = 1_000
    /// The most results of one page.
    static let largestPage = 100

    /// The address of the API.
    let api: URL
    /// What is looked for.
    let search: GitHubSearch
    /// How many results are wanted at most; nil for all.
    let maxRecords: Int?

    /// How many pages are asked for at most.
    ///
    /// Without a token the API takes ten searches a minute from an address, so that ten pages would use up everything a
    /// minute has; with one it takes thirty.
    func pages(hasToken: Bool) -> Int {
        min(pages, hasToken ? pages : 3)
    }

    private var pages: Int {
        let wanted = maxRecords ?? Self.mostResults
        return (wanted + Self.largestPage - 1) / Self.largestPage
    }

    /// Results of one page: a hundred, or less so that full pages never make more than is wanted.
    var pageSize: Int {
        (maxRecords ?? Self.mostResults) / pages
    }

    /// The request for the first page; with validators it asks only for a newer one.
    func first(at now: Date, token: String?, validators: Validators?) -> HTTPRequest {
        var request = request(for: address(at: now, pageSize: pageSize), token: token)
        request.validators = validators
        return request
    }

    /// The request for a single result, which tells how many there are.
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
            headers: ["Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28"],
            credential: token.map { Credential(header: "Authorization", value: "Bearer \($0)") },
            retry: RetryPolicy(statuses: [502, 503, 504], attempts: 3))
    }

    private func address(at now: Date, pageSize: Int) -> URL {
        var items = [("q", search.query.expanded(at: now))]
        if search.sort != .bestMatch {
            items += [("sort", search.sort.rawValue), ("order", search.isAscending ? "asc" : "desc")]
        }
        items.append(("per_page", String(pageSize)))
        let url = api.appendingPathComponent("search/repositories")
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

/// The pages that a Link header names (RFC 8288).
enum GitHubPageLink {
    /// The address of the next page of an answer; nil on the last one.
    static func next(after response: HTTPResponse) -> URL? {
        guard let header = response.headers["Link"] else { return nil }
        var rest = header[...]
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            let address = rest[rest.index(after: open)..<close]
            rest = rest[rest.index(after: close)...]
            let parameters = rest.prefix { $0 != "<" }
            if isNext(parameters) {
                return URL(string: String(address), relativeTo: response.url)?.absoluteURL
            }
        }
        return nil
    }

    private static func isNext(_ parameters: Substring) -> Bool {
        parameters.split(whereSeparator: { $0 == ";" || $0 == "," }).contains { parameter in
            let sides = parameter.split(separator: "=", maxSplits: 1)
                .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
            guard sides.count == 2, sides[0] == "rel" else { return false }
            return sides[1].trimmingCharacters(in: ["\""]).split(separator: " ").contains("next")
        }
    }
}
