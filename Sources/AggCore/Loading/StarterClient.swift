import AggSource
import Foundation

/// Answers every request from a source's starter sample, so that the sample takes the way of a real answer.
struct StarterClient: HTTPClient {
    let sample: StarterSample

    func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
        guard let document = sample.document(for: request.url.lastPathComponent) else {
            return HTTPResponse(url: request.url, status: 404)
        }
        return HTTPResponse(url: request.url, status: 200, body: HTTPBody(document))
    }
}
