public import AggSource
import Foundation
import Synchronization

/// An HTTP client that answers from a list, remembers the requests, and reports which answers were never used.
///
/// The answers, for a path or for any path, are used in order, and the last one is repeated. A path that is not listed
/// throws `SourceError.offline`, so that a test never uses the network.
public final class StubHTTPClient: HTTPClient {
    /// A canned answer.
    public enum Answer: Sendable {
        /// A response with a status, header fields, and text.
        case text(String, status: Int = 200, headers: HTTPHeaders = [:])
        /// A response with a status, header fields, and bytes.
        case bytes([UInt8], status: Int = 200, headers: HTTPHeaders = [:])
        /// A response without content, such as 304.
        case status(Int, headers: HTTPHeaders = [:])
        /// A failure.
        case failure(SourceError)
    }

    private let script: AnswerScript<Answer>
    private let anyPath: String?
    private let log = Mutex<[HTTPRequest]>([])

    /// Creates a client with answers by path, such as `["/search/repositories": [.text("{}")]]`.
    public init(_ answers: [String: [Answer]]) {
        script = AnswerScript(answers)
        anyPath = nil
    }

    /// Creates a client with answers to any request.
    public init(_ answers: Answer...) {
        script = AnswerScript(["any path": answers])
        anyPath = "any path"
    }

    /// The requests received so far, in order.
    public var requests: [HTTPRequest] { log.withLock { $0 } }

    /// The paths whose answers were never requested, in order; tests expect it to be empty.
    public func verify() -> [String] { script.neverAsked }

    /// Answers a request from the list.
    ///
    /// - Throws: The listed failure, or `.offline` for a path that is not listed.
    public func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
        log.withLock { $0.append(request) }
        guard let answer = script.next(for: anyPath ?? request.url.path) else {
            throw .offline("no stub responds to \(request.url.path)")
        }
        let (status, headers, bytes): (Int, HTTPHeaders, [UInt8])
        switch answer {
        case .failure(let error): throw error
        case .status(let code, let fields): (status, headers, bytes) = (code, fields, [])
        case .text(let text, let code, let fields): (status, headers, bytes) = (code, fields, Array(text.utf8))
        case .bytes(let content, let code, let fields): (status, headers, bytes) = (code, fields, content)
        }
        if !bytes.isEmpty { progress.report(.bytes(received: bytes.count, expected: bytes.count)) }
        return HTTPResponse(url: request.url, status: status, headers: headers, body: HTTPBody(bytes))
    }
}
