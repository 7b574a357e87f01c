import AggCore
import Foundation
import FoundationNetworking

/// Why a transfer failed, in words for a person, and whether the same request may be sent again.
struct TransferFailure: Error, Hashable {
    let error: SourceError
    /// True where the connection broke before a byte of an answer came.
    var mayRepeat = false

    init(_ error: SourceError) {
        self.error = error
    }

    /// Reads what the session says when a task fails.
    ///
    /// The session tells few causes apart; the rest are told by libcurl's own words, which it passes on.
    init(_ failure: any Error, from origin: Origin, head: AnswerHead?, received: Int) {
        let code = (failure as? URLError)?.code ?? .unknown
        let words = (failure as? URLError)?.userInfo[NSLocalizedDescriptionKey] as? String ?? "\(failure)"
        switch code {
        case _ where words.contains("HTTP/0.9") || words.contains("HTTP version") || words.contains("status line"):
            error = .invalidData("in the answer: it is not HTTP")
        case .cancelled:
            error = .cancelled
        case .cannotConnectToHost:
            error = .offline("cannot connect to \(origin)")
        case .cannotFindHost:
            error = .offline("no address is known for \(origin.host)")
        case .timedOut:
            error = .timedOut("\(origin) did not answer")
        case .badURL, .unsupportedURL:
            error = .refused("the address of \(origin) cannot be asked")
        default:
            if let head {
                error = Self.broken(head, received, words)
            } else {
                (error, mayRepeat) = Self.unanswered(origin, code, words)
            }
        }
    }

    /// The answer had begun.
    private static func broken(_ head: AnswerHead, _ received: Int, _ words: String) -> SourceError {
        let amount = ByteCount.text(received) + (head.expected.map { " of \(ByteCount.text($0))" } ?? "")
        if isAboutDecoding(words) {
            return .invalidData("in the answer: its compression is broken after \(ByteCount.text(received))")
        }
        return .invalidData("in the answer: the connection closed after \(amount)")
    }

    /// No answer had begun.
    private static func unanswered(_ origin: Origin, _ code: URLError.Code, _ words: String) -> (SourceError, Bool) {
        if code == .networkConnectionLost || words.hasPrefix("Empty reply") || words.hasPrefix("Recv failure")
            || words.hasPrefix("Send failure")
        {
            return (.offline("\(origin) closed the connection without an answer"), true)
        }
        if words.hasPrefix("Failed to connect") || words.hasPrefix("Couldn't connect") {
            return (.offline("cannot connect to \(origin)"), false)
        }
        if words.contains("resolve proxy") || words.contains("CONNECT tunnel") || words.contains("Proxy CONNECT") {
            return (.offline("the proxy gives no way to \(origin): \(words)"), false)
        }
        if ["SSL", "TLS", "certificate"].contains(where: words.contains) {
            return (.refused("no secure connection to \(origin) can be made: \(words)"), false)
        }
        if isAboutDecoding(words) { return (.invalidData("in the answer: its compression is broken"), false) }
        return (.invalidData("in the answer: \(words)"), false)
    }

    private static func isAboutDecoding(_ words: String) -> Bool {
        words.contains("content unencoding") || words.contains("content encoding")
    }
}
