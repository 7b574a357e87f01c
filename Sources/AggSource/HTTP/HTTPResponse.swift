public import Foundation

/// An answer of the HTTP port.
public struct HTTPResponse: Sendable {
    /// The address that answered, after redirects.
    public var url: URL
    /// The status, 200…599.
    public var status: Int
    /// The header fields.
    public var headers: HTTPHeaders
    /// The content, already inflated.
    public var body: HTTPBody

    /// Makes a response.
    public init(url: URL, status: Int, headers: HTTPHeaders = [:], body: HTTPBody = HTTPBody([])) {
        self.url = url
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Whether the server said that what is held is still right (304).
    public var isNotModified: Bool { status == 304 }

    /// Returns normally for a 2xx answer.
    ///
    /// - Throws: `SourceError.unauthorized` for 401 and 403, `.rateLimited` for 429 with the time of `Retry-After`,
    ///   `.http` for any other status.
    public func requireSuccess(now: Date) throws(SourceError) {
        switch status {
        case 200..<300: return
        case 401, 403: throw .unauthorized("HTTP \(status)")
        case 429: throw .rateLimited(until: headers.retryAfter(now: now))
        default: throw .http(status: status)
        }
    }
}

extension HTTPHeaders {
    /// The time `Retry-After` names, in seconds or as a date (RFC 9110, section 10.2.3); nil where it is absent or unreadable.
    ///
    /// A time beyond a year from now counts as a year from now.
    public func retryAfter(now: Date) -> Date? {
        guard let text = self["Retry-After"]?.trimmingCharacters(in: .whitespaces) else { return nil }
        let limit = now.addingTimeInterval(Self.longestWait)
        if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) {
            return min(limit, now.addingTimeInterval(Double(text) ?? Self.longestWait))
        }
        // A date is meant by the server's clock, which its answer shows.
        guard let date = HTTPDate.parse(text) else { return nil }
        guard let server = self["Date"].flatMap(HTTPDate.parse) else { return min(limit, date) }
        return min(limit, now.addingTimeInterval(date.timeIntervalSince(server)))
    }

    /// A year, in seconds: no server is waited for longer.
    public static let longestWait: TimeInterval = 365 * 86_400
}
