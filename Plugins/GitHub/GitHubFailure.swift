import AggSource
import Foundation

/// The meaning of an unsuccessful response from GitHub.
struct GitHubFailure {
    private let response: HTTPResponse
    private let now: Date
    private let body: JSONValue?
    private let hadToken: Bool

    /// Creates a failure from a response to a request with or without a token; reads only as much of its body as an error can
    /// have.
    init(_ response: HTTPResponse, now: Date, hadToken: Bool = true) {
        self.response = response
        self.now = now
        self.hadToken = hadToken
        body = (try? response.body.collect(limit: 1 << 20)).flatMap { try? JSONValue(parsing: $0) }
    }

    /// The error for a request of the given listing.
    func error(of listing: GitHubListing) -> SourceError {
        guard response.status == 404, let absence = listing.absence else { return error }
        return .http(status: 404, detail: absence)
    }

    /// The error for any other request.
    var error: SourceError {
        switch response.status {
        case 403 where isLimited, 429: .rateLimited(until: limitEnd)
        case 401 where !hadToken:
            .unauthorized("GitHub requires a token, but GITHUB_TOKEN is not set; create a token and set the variable")
        case 401: .unauthorized("GitHub rejects the token in GITHUB_TOKEN; create a new token or unset the variable")
        case 403: .unauthorized(message ?? "HTTP 403")
        default: .http(status: response.status, detail: message)
        }
    }

    /// When a limit ends; nil if the response is not about a limit.
    ///
    /// `Retry-After` counts first. An exhausted limit ends at `x-ratelimit-reset`, in a year at the latest; one that only the
    /// message mentions lasts at least a minute (docs.github.com, REST API, "Rate limits").
    var limitEnd: Date? {
        guard isLimited || response.status == 429 else { return nil }
        if let time = headers.retryAfter(now: serverNow) { return local(time) }
        if isUsedUp, let reset = headers["X-RateLimit-Reset"].flatMap(Double.init), !reset.isNaN {
            let wait = reset - serverNow.timeIntervalSince1970
            return now.addingTimeInterval(min(max(wait, 0), HTTPHeaders.longestWait))
        }
        return now.addingTimeInterval(60)
    }

    /// The message of the body and those of its errors; nil if absent.
    private var message: String? {
        guard let message = body?["message"]?.stringValue else { return nil }
        let details = (body?["errors"]?.arrayValue ?? []).compactMap {
            $0.stringValue ?? $0["message"]?.stringValue
        }
        let text = ([message] + details).joined(separator: ": ")
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private var headers: HTTPHeaders { response.headers }

    private var isUsedUp: Bool {
        headers["X-RateLimit-Remaining"]?.trimmingCharacters(in: .whitespaces) == "0"
    }

    /// Whether a limit of either kind was reached: it is exhausted, there is a `Retry-After`, or only the message says so
    /// ("secondary rate limit", or "abuse detection" in older responses).
    private var isLimited: Bool {
        let text = message?.lowercased() ?? ""
        return isUsedUp || headers["Retry-After"] != nil || text.contains("rate limit") || text.contains("abuse")
    }

    /// The current time by the server's clock, which its times refer to.
    private var serverNow: Date { headers["Date"].flatMap(HTTPDate.parse) ?? now }

    private func local(_ time: Date) -> Date { now.addingTimeInterval(time.timeIntervalSince(serverNow)) }
}
