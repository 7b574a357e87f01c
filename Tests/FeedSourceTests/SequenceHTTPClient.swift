import AggCore
import Foundation
import Synchronization

/// Answers requests for any address from a list, in order, and remembers what it was asked; the last answer stays.
final class SequenceHTTPClient: HTTPClient {
    private let answers: Mutex<[HTTPResponse]>
    private let log = Mutex<[HTTPRequest]>([])

    init(_ answers: HTTPResponse...) {
        self.answers = Mutex(answers)
    }

    var requests: [HTTPRequest] { log.withLock { $0 } }

    func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
        log.withLock { $0.append(request) }
        let answer = answers.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
        guard var answer else { throw .offline("the stub has no answer") }
        answer.url = request.url
        return answer
    }
}

extension HTTPResponse {
    /// An answer with a text for a stub to give.
    static func text(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> HTTPResponse {
        HTTPResponse(
            url: URL(filePath: "/"), status: status, headers: headers, body: HTTPBody(Array(text.utf8)))
    }
}

/// Gathers what a fetcher writes.
actor RecordsSink: BatchSink {
    private(set) var records: [Record] = []

    func write(_ batch: [Record]) async throws(SourceError) { records += batch }
}

extension FetchResult {
    /// What a complete fetch has to say.
    func summary() throws -> FetchSummary {
        guard case .complete(let summary) = self else { throw SourceError.refused("\(self) is not complete") }
        return summary
    }
}
