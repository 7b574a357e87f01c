import AggSource
import Foundation

/// Status and header fields of an answer, as they are once its content is inflated.
struct AnswerHead: Sendable {
    let status: Int
    let headers: HTTPHeaders
    /// The length announced, of the bytes on the way: compressed where the answer is.
    let announced: Int?
    /// Whether the content is compressed on the way, so that what is announced is not what is received.
    let isCompressed: Bool

    init(status: Int, headers: HTTPHeaders) {
        var headers = headers
        let encoding = headers["Content-Encoding"]?.lowercased() ?? "identity"
        isCompressed = encoding != "identity" && !encoding.isEmpty
        // An answer without content may name the length that its content would have (RFC 9110, section 8.6).
        announced = status == 304 || status == 204 ? nil : headers["Content-Length"].flatMap { Int($0) }
        if isCompressed {
            headers["Content-Encoding"] = nil
            headers["Content-Length"] = nil
        }
        self.status = status
        self.headers = headers
    }

    /// How many bytes the inflated content has, where that can be known beforehand.
    var expected: Int? { isCompressed ? nil : announced }
}
