package import AggSource
import Foundation
import Synchronization

/// Remembers the address that was asked last, so that a failure can name it.
package final class RequestTrace: Sendable {
    private let last = Mutex<URL?>(nil)

    /// Creates a trace of nothing.
    package init() {}

    /// The address behind a failure, without its secrets; nil if no answer caused it.
    package func address(of error: SourceError) -> String? {
        switch error {
        case .http, .unauthorized, .invalidData, .timedOut, .tooLarge: last.withLock { $0 }.map(Self.text)
        default: nil
        }
    }

    /// Services whose requests are remembered.
    func tracing(_ services: SourceServices) -> SourceServices {
        var traced = services
        traced.http = TracedHTTPClient(client: services.http, trace: self)
        return traced
    }

    fileprivate func note(_ url: URL) { last.withLock { $0 = url } }

    /// The address as a person can read it: a long query is left out.
    private static func text(of url: URL) -> String {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        let isLong = (parts?.percentEncodedQuery ?? "").utf8.count > 80
        if isLong { parts?.percentEncodedQuery = nil }
        return Secrets.masked((parts?.url ?? url).absoluteString) + (isLong ? "?…" : "")
    }
}

/// Sends requests on, and notes where they go.
private struct TracedHTTPClient: HTTPClient {
    let client: any HTTPClient
    let trace: RequestTrace

    func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
        trace.note(request.url)
        let response = try await client.send(request, progress: progress)
        trace.note(response.url)
        return response
    }
}
