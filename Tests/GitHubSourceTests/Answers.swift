import AggCore
import Foundation

extension HTTPResponse {
    /// An answer with a text.
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
