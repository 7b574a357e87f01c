import AggHTTP
import AggSource
import Foundation
import Synchronization

/// Limits so wide that a busy machine never reaches them; a test narrows the one it is about.
let wideLimits = NetworkLimits(
    connectTimeout: .seconds(60), idleTimeout: .seconds(60), deadline: .seconds(120), maxBody: 64 << 20,
    maxWait: .seconds(60))

/// Creates a client for tests, with wide limits and a pacing that does not sleep by default.
func testClient(
    _ limits: NetworkLimits = wideLimits,
    clock: WallClock = .system,
    isOffline: Bool = false,
    hostsAtOnce: Int = 64,
    pacing: Pacing = Pacing(random: { 1 }, sleep: { _ in })
) -> CurlHTTPClient {
    CurlHTTPClient(
        limits: limits, userAgent: "agg/test", hostsAtOnce: hostsAtOnce, clock: clock, isOffline: isOffline,
        pacing: pacing)
}

/// Returns a client that is never freed, for a test that exits its process.
///
/// Closing connections on another thread must not coincide with the cleanup of libcurl's libraries at exit.
func lastingClient() -> CurlHTTPClient {
    let client = testClient()
    _ = Unmanaged.passRetained(client)
    return client
}

/// Returns wide limits with one of them changed.
func limits(_ change: (inout NetworkLimits) -> Void) -> NetworkLimits {
    var limits = wideLimits
    change(&limits)
    return limits
}

extension CurlHTTPClient {
    /// Sends a request without progress reports and, by default, without retries.
    @discardableResult
    func get(
        _ url: URL, validators: Validators? = nil, credential: Credential? = nil, retry: RetryPolicy = .none,
        atOnce: Int = SourcePolicy.standardRequestsPerHost
    ) async throws(SourceError) -> HTTPResponse {
        var request = HTTPRequest(url, validators: validators, credential: credential, retry: retry)
        request.requestsPerHost = atOnce
        return try await send(request, progress: .silent)
    }

    /// Returns the error of a request, or nil if it succeeds.
    func failure(
        _ url: URL, retry: RetryPolicy = .none, atOnce: Int = SourcePolicy.standardRequestsPerHost
    ) async -> SourceError? {
        do {
            try await get(url, retry: retry, atOnce: atOnce)
            return nil
        } catch {
            return error
        }
    }
}

extension HTTPResponse {
    /// The content as text.
    var text: String {
        get throws(SourceError) { String(decoding: try body.collect(), as: UTF8.self) }
    }
}

/// Records what is reported.
final class Recorder<Entry: Sendable>: Sendable {
    private let entries = Mutex<[Entry]>([])
    var all: [Entry] { entries.withLock { $0 } }
    func append(_ entry: Entry) { entries.withLock { $0.append(entry) } }
}
