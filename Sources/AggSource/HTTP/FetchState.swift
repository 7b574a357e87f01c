public import Foundation

/// What a source asks with next time: names and values that only its fetcher understands.
public struct FetchState: Hashable, Sendable {
    /// The values by their names.
    public var values: [String: String]

    /// Makes a state.
    public init(_ values: [String: String] = [:]) {
        self.values = values
    }

    /// Makes a state of the validators of an answer and its digest (``HTTPResponse/digest()``); nil if absent.
    public init?(_ validators: Validators?, digest: String? = nil) {
        guard validators != nil || digest != nil else { return nil }
        values = [:]
        values["etag"] = validators?.entityTag
        values["last-modified"] = validators?.lastModified
        values["digest"] = digest
    }

    /// The digest of the answer that the state is of.
    public var digest: String? { values["digest"] }

    /// The validators that the state holds.
    public var validators: Validators? {
        Validators(entityTag: values["etag"], lastModified: values["last-modified"])
    }
}

/// What a server gave to recognise an answer by (RFC 9110, section 8.8): asked with again, it answers 304 when nothing
/// has changed.
public struct Validators: Hashable, Sendable {
    /// The `ETag` field as it came, with its quotes and, for a weak one, its `W/`.
    public var entityTag: String?
    /// The `Last-Modified` field as it came.
    public var lastModified: String?

    /// Makes validators; nil if absent.
    public init?(entityTag: String?, lastModified: String?) {
        guard entityTag != nil || lastModified != nil else { return nil }
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    /// Takes the validators from the headers of an answer; nil if absent.
    public init?(_ headers: HTTPHeaders) {
        self.init(entityTag: headers["ETag"], lastModified: headers["Last-Modified"])
    }

    /// These validators with what a newer answer (a 304) says put over them.
    public func updated(by newer: Validators?) -> Validators {
        var result = self
        if let tag = newer?.entityTag { result.entityTag = tag }
        if let date = newer?.lastModified { result.lastModified = date }
        return result
    }
}

/// What a server last said of its limit on requests.
public struct RateLimit: Hashable, Sendable {
    /// How many requests there are in a span of the server's.
    public var limit: Int
    /// How many of them are left.
    public var remaining: Int
    /// When all of them are there again; nil if the server did not say, or if they are.
    public var resetsAt: Date?

    /// Makes a limit.
    public init(limit: Int, remaining: Int, resetsAt: Date? = nil) {
        self.limit = limit
        self.remaining = remaining
        self.resetsAt = resetsAt
    }

    /// Reads the fields that GitHub and others send: `X-RateLimit-Limit`, `-Remaining`, and `-Reset` in seconds since 1970.
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

    /// The seconds since 1970 that a reset can be at: the years that a date is written in.
    private static let seconds = 0..<253_402_300_800

    /// What is left at a time: everything, once the limit has been reset.
    public func at(_ now: Date) -> RateLimit {
        guard let resetsAt, resetsAt <= now else { return self }
        return RateLimit(limit: limit, remaining: limit)
    }
}

extension FetchState {
    /// What the server last said of its limit, kept in values of the state.
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
    /// Reads an IMF-fixdate such as `Sun, 06 Nov 1994 08:49:37 GMT`, or one of the two obsolete forms; nil if malformed.
    public static func parse(_ text: String) -> Date? {
        let forms = ["EEE, dd MMM yyyy HH:mm:ss zzz", "EEEE, dd-MMM-yy HH:mm:ss zzz", "EEE MMM d HH:mm:ss yyyy"]
        return forms.lazy.compactMap { formatter($0).date(from: text) }.first
    }

    /// Writes an IMF-fixdate.
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
