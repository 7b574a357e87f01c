public import Foundation

/// What a source needs for its next request: names and values that only its fetcher understands.
public struct FetchState: Hashable, Sendable {
    /// The values by name.
    public var values: [String: String]

    /// Creates a state.
    public init(_ values: [String: String] = [:]) {
        self.values = values
    }

    /// Creates a state from the validators of a response and its digest (``HTTPResponse/digest()``); nil if both are
    /// absent.
    public init?(_ validators: Validators?, digest: String? = nil) {
        guard validators != nil || digest != nil else { return nil }
        values = [:]
        values["etag"] = validators?.entityTag
        values["last-modified"] = validators?.lastModified
        values["digest"] = digest
    }

    /// This state with other validators.
    public func with(_ validators: Validators?) -> FetchState {
        var state = self
        state.values["etag"] = validators?.entityTag
        state.values["last-modified"] = validators?.lastModified
        return state
    }

    /// This state without validators and digest, so that the next response is read even if it is the same.
    package var withoutConditions: FetchState {
        var state = with(nil)
        state.values["digest"] = nil
        return state
    }

    /// The digest of the response this state came from.
    public var digest: String? { values["digest"] }

    /// The validators in the state.
    public var validators: Validators? {
        Validators(entityTag: values["etag"], lastModified: values["last-modified"])
    }
}

/// The validators of a response (RFC 9110, section 8.8); a request that repeats them gets 304 if nothing changed.
public struct Validators: Hashable, Sendable {
    /// The `ETag` field as received, including its quotes and the `W/` of a weak tag.
    public var entityTag: String?
    /// The `Last-Modified` field as received.
    public var lastModified: String?

    /// Creates validators; nil if both are absent.
    public init?(entityTag: String?, lastModified: String?) {
        guard entityTag != nil || lastModified != nil else { return nil }
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    /// Reads the validators from the headers of a response; nil if absent.
    public init?(_ headers: HTTPHeaders) {
        self.init(entityTag: headers["ETag"], lastModified: headers["Last-Modified"])
    }

    /// These validators, merged with a newer response's (a 304).
    public func updated(by newer: Validators?) -> Validators {
        var result = self
        if let tag = newer?.entityTag { result.entityTag = tag }
        if let date = newer?.lastModified { result.lastModified = date }
        return result
    }
}

/// A server's request limit, as last reported.
public struct RateLimit: Hashable, Sendable {
    /// The number of requests allowed in the server's time window.
    public var limit: Int
    /// The number of requests left.
    public var remaining: Int
    /// When the full limit is available again; nil if the server did not say.
    public var resetsAt: Date?

    /// Creates a limit.
    public init(limit: Int, remaining: Int, resetsAt: Date? = nil) {
        self.limit = limit
        self.remaining = remaining
        self.resetsAt = resetsAt
    }

    /// Reads the fields sent by GitHub and others: `X-RateLimit-Limit`, `-Remaining`, and `-Reset` in seconds since
    /// 1970.
    public init?(_ headers: HTTPHeaders) {
        self.init { headers["X-RateLimit-\($0)"] }
    }

    fileprivate init?(_ value: (String) -> String?) {
        func number(_ name: String) -> Int? { value(name).flatMap { Int($0.trimmingCharacters(in: .whitespaces)) } }
        guard let limit = number("limit"), let remaining = number("remaining") else { return nil }
        let reset = number("reset").flatMap { Self.seconds.contains($0) ? $0 : nil }
        self.init(
            limit: limit, remaining: remaining, resetsAt: reset.map { Date(timeIntervalSince1970: TimeInterval($0)) })
    }

    /// The valid range of a reset time, in seconds since 1970: through the year 9999.
    private static let seconds = 0..<253_402_300_800

    /// The limit at a given time: the full limit once it has been reset.
    public func at(_ now: Date) -> RateLimit {
        guard let resetsAt, resetsAt <= now else { return self }
        return RateLimit(limit: limit, remaining: limit)
    }
}

extension FetchState {
    /// The rate limit last reported by the server, stored in this state's values.
    public var rateLimit: RateLimit? {
        get { RateLimit { values["ratelimit-\($0)"] } }
        set {
            values["ratelimit-limit"] = newValue.map { String($0.limit) }
            values["ratelimit-remaining"] = newValue.map { String($0.remaining) }
            values["ratelimit-reset"] = newValue?.resetsAt.map { String(Int(clamping: $0.timeIntervalSince1970)) }
        }
    }
}

/// Dates as HTTP writes them (RFC 9110, section 5.6.7).
public enum HTTPDate {
    /// Parses an IMF-fixdate such as `Sun, 06 Nov 1994 08:49:37 GMT`, or either obsolete form; nil if malformed.
    public static func parse(_ text: String) -> Date? {
        // A combining mark after a date ends the process in Foundation's DateFormatter.
        guard text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) else { return nil }
        let forms = ["EEE, dd MMM yyyy HH:mm:ss zzz", "EEEE, dd-MMM-yy HH:mm:ss zzz", "EEE MMM d HH:mm:ss yyyy"]
        return forms.lazy.compactMap { formatter($0).date(from: text) }.first
    }

    /// Formats a date as an IMF-fixdate.
    public static func text(_ date: Date) -> String {
        formatter("EEE, dd MMM yyyy HH:mm:ss 'GMT'").string(from: date)
    }

    private static func formatter(_ format: String) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = format
        return formatter
    }
}
