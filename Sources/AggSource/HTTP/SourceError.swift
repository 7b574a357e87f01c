public import Foundation

/// Why a source could not be loaded.
public enum SourceError: Error, Hashable, Sendable {
    /// The host cannot be reached: no network, unknown name, no connection, or `--offline`; the text says which.
    case offline(String)
    /// The host did not answer in time; the text says what timed out.
    case timedOut(String)
    /// The response has an error status.
    case http(status: Int, detail: String? = nil)
    /// The host requires a token, or a different one.
    case unauthorized(String)
    /// The host's rate limit was reached; it ends at this time, if known.
    case rateLimited(until: Date?)
    /// The response is not what the source promises: the text says where and why, e.g. "at item 12: …".
    case invalidData(String)
    /// The body exceeds the limit, in bytes; the text names the setting with the limit, nil for a fixed limit.
    case tooLarge(limit: Int, setting: String? = nil)
    /// The URL was not requested: a redirect loop, or a redirect to a file or an unsupported scheme.
    case refused(String)
    /// There is no file at the path.
    case notFound(String)
    /// The file cannot be read.
    case unreadable(String)
    /// A program could not be started, failed, or broke a rule; the text names it.
    case program(String)
    /// Replacing the rows would leave fewer than half of those stored.
    case heldBack(stored: Int, offered: Int)
    /// Nothing is stored for the source.
    case nothingStored
    /// The stored rows are older than the source's `keep_for`.
    case tooOld(age: Duration)
    /// The store could not be read or written: the code and reason of its own error.
    case store(code: String, reason: String)
    /// The load was canceled.
    case cancelled

    /// A proxy rejected a request without its user name and password, or with wrong ones (status 407).
    package static let proxyNeedsPassword = SourceError.offline(
        "the proxy requires a valid user name and password; put them before the host in the proxy's URL")

    /// The network was not used because the user chose so.
    package static let offlineByChoice = SourceError.offline("--offline is set")
    /// A simulated load failed.
    package static let simulated = SourceError.http(status: 503, detail: "simulated")

    /// Whether it says nothing about the source, only about this run of the program.
    package var isOfThisRun: Bool { self == .offlineByChoice || self == .simulated }

    /// A stable name for scripts, such as `rate_limited`.
    public var code: String {
        switch self {
        case .offline: "offline"
        case .timedOut: "timed_out"
        case .http: "http"
        case .unauthorized: "unauthorized"
        case .rateLimited: "rate_limited"
        case .invalidData: "invalid_data"
        case .tooLarge: "too_large"
        case .refused: "refused"
        case .notFound: "not_found"
        case .unreadable: "unreadable"
        case .program: "program"
        case .heldBack: "held_back"
        case .nothingStored: "nothing_stored"
        case .tooOld: "too_old"
        case .store: "store"
        case .cancelled: "cancelled"
        }
    }

    /// The reason as part of a sentence, as in "stale for 3 h: HTTP 503"; times are in the given time zone, with a date
    /// unless it is today's.
    public func reason(in zone: TimeZone = .current, now: Date = Date()) -> String {
        switch self {
        case .offline(let detail): "offline (\(detail))"
        case .timedOut(let detail): "timed out (\(detail))"
        case .http(let status, let detail): detail.map { "HTTP \(status): \($0)" } ?? "HTTP \(status)"
        case .unauthorized(let detail): "not authorized (\(detail))"
        case .rateLimited(let until): until.map { "rate limited until \(Self.clock($0, zone, now))" } ?? "rate limited"
        case .invalidData(let detail): "invalid data \(detail)"
        case .tooLarge(let limit, let setting):
            "the response is larger than the limit of \(ByteCount.text(limit))\(setting.map { " (\($0))" } ?? "")"
        case .refused(let detail): "refused: \(detail)"
        case .notFound(let detail): "not found: \(detail)"
        case .unreadable(let detail): "cannot read \(detail)"
        case .program(let detail): detail
        case .heldBack(let stored, let offered):
            "held back: the new data has \(offered == 1 ? "1 row" : "\(offered) rows") instead of \(stored); "
                + "to accept it, refresh the source with --force"
        case .nothingStored: "nothing is stored"
        case .tooOld(let age): "the stored rows are \(Age.text(age)) old, which exceeds keep_for"
        case .store(_, let reason): reason
        case .cancelled: "canceled"
        }
    }

    /// The time of day, after the date unless it is today; rounded up, since the current minute would already be over.
    private static func clock(_ time: Date, _ zone: TimeZone, _ now: Date) -> String {
        let date = Date(timeIntervalSince1970: (time.timeIntervalSince1970 / 60).rounded(.up) * 60)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        func joined(_ units: [Calendar.Component], _ separator: String) -> String {
            units.map { calendar.component($0, from: date) }.map { $0 < 10 ? "0\($0)" : "\($0)" }
                .joined(separator: separator)
        }
        let time = joined([.hour, .minute], ":")
        return calendar.isDate(date, inSameDayAs: now) ? time : joined([.year, .month, .day], "-") + " " + time
    }
}

extension SourceError {
    /// Creates `invalidData` from a JSON error, giving its item or else its byte offset.
    ///
    /// - Parameters:
    ///   - error: The JSON error.
    ///   - itemsBefore: The number of items in earlier responses of the same fetch, added to the item number.
    public init(_ error: JSONError, itemsBefore: Int = 0) {
        let place = error.item.map { "at item \(itemsBefore + $0)" } ?? "at byte \(error.offset)"
        self = .invalidData("\(place): \(error.reason)")
    }
}
