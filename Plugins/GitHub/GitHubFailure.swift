import AggSource
import Foundation

/// What an answer of GitHub that is no success means.
struct GitHubFailure {
    private let response: HTTPResponse
    private let now: Date
    private let body: JSONValue?

    /// Looks at an answer; its body is read only as far as an error's goes.
    init(_ response: HTTPResponse, now: Date) {
        self.response = response
        self.now = now
        body = (try? response.body.collect(limit: 1 << 20)).flatMap { try? JSONValue(parsing: $0) }
    }

    /// The error for the person who asked for a listing.
    func error(of listing: GitHubListing) -> SourceError {
        guard response.status == 404, let absence = listing.absence else { return error }
        return .http(status: 404, detail: absence)
    }

    /// The error for the person who asked.
    var error: SourceError {
        switch response.status {
        case 403 where isLimited, 429: .rateLimited(until: limitEnd)
        case 401: .unauthorized("GitHub does not accept the token in GITHUB_TOKEN; make a new one or unset it")
        case 403: .unauthorized(message ?? "HTTP 403")
        default: .http(status: response.status, detail: message)
        }
    }

    /// When a limit ends; nil if the answer is about no limit.
    ///
    /// `Retry-After` counts first. A limit that is used up ends at `x-ratelimit-reset`, at the latest in a year; one that only
    /// its message tells lasts a minute at least (docs.github.com, REST API, "Rate limits").
    var limitEnd: Date? {
        guard isLimited || response.status == 429 else { return nil }
        if let time = headers.retryAfter(now: serverNow) { return local(time) }
        if isUsedUp, let reset = headers["X-RateLimit-Reset"].flatMap(Double.init), !reset.isNaN {
            let wait = reset - serverNow.timeIntervalSince1970
            return now.addingTimeInterval(min(max(wait, 0), HTTPHeaders.longestWait))
        }
        return now.addingTimeInterval(60)
    }

    /// The message of the body with those of its errors; nil if absent.
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

    /// A limit of either kind: used up, told to wait, or only said so in the message ("secondary rate limit", and in older
    /// answers "abuse detection").
    private var isLimited: Bool {
        let text = message?.lowercased() ?? ""
        return isUsedUp || headers["Retry-After"] != nil || text.contains("rate limit") || text.contains("abuse")
    }

    /// The time by the server's clock, which its times are counted by.
    private var serverNow: Date { headers["Date"].flatMap(HTTPDate.parse) ?? now }

    private func local(_ time: Date) -> Date { now.addingTimeInterval(time.timeIntervalSince(serverNow)) }
}
