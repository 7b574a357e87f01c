package import AggSource
import Foundation
import Synchronization

/// Remembers the last URL requested, so that a failure can name it.
package final class RequestTrace: Sendable {
    private let last = Mutex<URL?>(nil)

    /// Creates an empty trace.
    package init() {}

    /// The URL that caused a failure, without secrets; nil if no response caused it.
    package func address(of error: SourceError) -> String? {
        switch error {
        case .http, .unauthorized, .invalidData, .timedOut, .tooLarge: last.withLock { $0 }.map(Self.text)
        default: nil
        }
    }

    /// Services whose requests are traced.
    func tracing(_ services: SourceServices) -> SourceServices {
        var traced = services
        traced.http = TracedHTTPClient(client: services.http, trace: self)
        return traced
    }

    fileprivate func note(_ url: URL) { last.withLock { $0 = url } }

    /// The URL in readable form, without a long query.
    private static func text(of url: URL) -> String {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        let isLong = (parts?.percentEncodedQuery ?? "").utf8.count > 80
        if isLong { parts?.percentEncodedQuery = nil }
        return Secrets.masked((parts?.url ?? url).absoluteString) + (isLong ? "?…" : "")
    }
}

/// Forwards requests and records their URLs.
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
