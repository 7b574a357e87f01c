package import AggSource
import Foundation
import Synchronization

/// Remembers the last URL requested and how much was received, so that a failure can report them.
package final class RequestTrace: Sendable {
    private struct State {
        var last: URL?
        var bytes = 0
    }

    private let state = Mutex(State())

    /// Creates an empty trace.
    package init() {}

    /// The number of decompressed bytes received in all responses.
    var bytes: Int { state.withLock { $0.bytes } }

    /// The URL that caused a failure, without secrets; nil if no response caused it.
    package func address(of error: SourceError) -> String? {
        switch error {
        case .http, .unauthorized, .invalidData, .timedOut, .tooLarge: state.withLock { $0.last }.map(Self.text)
        default: nil
        }
    }

    /// Services whose requests are traced.
    func tracing(_ services: SourceServices) -> SourceServices {
        var traced = services
        traced.http = TracedHTTPClient(client: services.http, trace: self)
        return traced
    }

    fileprivate func note(_ url: URL) { state.withLock { $0.last = url } }
    fileprivate func add(_ bytes: Int) { state.withLock { $0.bytes += bytes } }

    /// The URL in readable form, without a long query.
    private static func text(of url: URL) -> String {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        let isLong = (parts?.percentEncodedQuery ?? "").utf8.count > 80
        if isLong { parts?.percentEncodedQuery = nil }
        return Secrets.masked((parts?.url ?? url).absoluteString) + (isLong ? "?…" : "")
    }
}

/// Forwards requests and records their URLs and the bytes received.
private struct TracedHTTPClient: HTTPClient {
    let client: any HTTPClient
    let trace: RequestTrace

    func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
        trace.note(request.url)
        let received = ReceivedBytes()
        let counted = ProgressReporter { step in
            if case .bytes(let count, _) = step { received.count.store(count, ordering: .relaxed) }
            progress.report(step)
        }
        do throws(SourceError) {
            let response = try await client.send(request, progress: counted)
            trace.note(response.url)
            trace.add(response.body.count)
            return response
        } catch {
            trace.add(received.count.load(ordering: .relaxed))
            throw error
        }
    }
}

/// The bytes of a response received so far.
private final class ReceivedBytes: Sendable {
    let count = Atomic(0)
}
