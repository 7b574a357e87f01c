public import Foundation

/// Why a source could not be loaded.
public enum SourceError: Error, Hashable, Sendable {
    /// No way to the host: no network, no such name, no connection, or `--offline`. The text says which.
    case offline(String)
    /// The host did not answer in time; the text says what was waited for.
    case timedOut(String)
    /// An answer with a status that is no success.
    case http(status: Int, detail: String? = nil)
    /// The host wants a token, or another one.
    case unauthorized(String)
    /// The host answers again at the time given, where it said one.
    case rateLimited(until: Date?)
    /// The answer is not what the source promises: the text says where and why, as "at item 12: …".
    case invalidData(String)
    /// A body beyond the limit, in bytes.
    case tooLarge(limit: Int)
    /// The address is not asked: a redirect in circles, to a file, or to a scheme that is not served.
    case refused(String)
    /// No file at the address.
    case notFound(String)
    /// A file that cannot be read.
    case unreadable(String)
    /// A replace that would leave fewer than half of the stored rows.
    case heldBack(stored: Int, offered: Int)
    /// Nothing of the source is stored.
    case nothingStored
    /// What is stored is older than the source's `keep_for`.
    case tooOld(age: Duration)
    /// The store could not be read or written: the code and the reason of its own error.
    case store(code: String, reason: String)
    /// The load was cancelled.
    case cancelled

    /// A stable name for scripts, as `rate_limited`.
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
        case .heldBack: "held_back"
        case .nothingStored: "nothing_stored"
        case .tooOld: "too_old"
        case .store: "store"
        case .cancelled: "cancelled"
        }
    }

    /// The reason as part of a sentence, as in "stale for 3 h: HTTP 503"; times are of the zone given.
    public func reason(in zone: TimeZone = .current) -> String {
        switch self {
        case .offline(let detail): "offline (\(detail))"
        case .timedOut(let detail): "timed out (\(detail))"
        case .http(let status, let detail): detail.map { "HTTP \(status): \($0)" } ?? "HTTP \(status)"
        case .unauthorized(let detail): "not authorized (\(detail))"
        case .rateLimited(let until): until.map { "rate limited until \(Self.clock($0, zone))" } ?? "rate limited"
        case .invalidData(let detail): "invalid data \(detail)"
        case .tooLarge(let limit): "the answer is larger than the limit of \(ByteCount.text(limit)) (network.max_body)"
        case .refused(let detail): "refused: \(detail)"
        case .notFound(let detail): "not found: \(detail)"
        case .unreadable(let detail): "cannot be read: \(detail)"
        case .heldBack(let stored, let offered):
            "held back: it would leave \(offered) of \(stored) stored rows; refresh --force accepts it"
        case .nothingStored: "nothing is stored"
        case .tooOld(let age): "what is stored is \(Age.text(age)) old, which is past keep_for"
        case .store(_, let reason): reason
        case .cancelled: "cancelled"
        }
    }

    private static func clock(_ date: Date, _ zone: TimeZone) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.hour, .minute], from: date)
        let minute = parts.minute ?? 0
        return "\(parts.hour ?? 0):\(minute < 10 ? "0" : "")\(minute)"
    }
}

extension SourceError {
    /// Makes `invalidData` of what is wrong with a JSON text, with the item or else the byte where it is.
    ///
    /// - Parameters:
    ///   - error: What is wrong.
    ///   - itemsBefore: The items of earlier answers of the same fetch, which are counted in.
    public init(_ error: JSONError, itemsBefore: Int = 0) {
        let place = error.item.map { "at item \(itemsBefore + $0)" } ?? "at byte \(error.offset)"
        self = .invalidData("\(place): \(error.reason)")
    }
}
