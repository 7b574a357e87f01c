package import AggSource
import CCurl
import Foundation

/// The HTTP client: libcurl for http and https, plain reads for file URLs.
///
/// - Up to ten redirects are followed, only to http and https and never from https to http. The credential is sent only
///   to the scheme, host, and port of the request.
/// - Each scheme, host, and port gets as many concurrent requests as they allow (``HTTPRequest/requestsPerHost``); the
///   others wait in order. Different hosts are contacted in parallel, up to a limit, and connections are kept open.
/// - Content is decompressed (gzip, deflate) into an unnamed temporary file, so memory use does not depend on its size.
///   We do this with zlib ourselves, because libcurl accepts compressed content that is cut off. For a compressed
///   response, the fields `Content-Encoding` and `Content-Length` are dropped.
/// - `network.deadline` covers the time of all transfers of a request, including redirects and retries, but not waiting
///   for a turn or before a retry.
/// - libcurl honors the environment's `http_proxy`, `https_proxy`, `all_proxy`, and `no_proxy`; `CURL_CA_BUNDLE`,
///   `SSL_CERT_FILE`, and `SSL_CERT_DIR` work as in curl.
/// - There are no cookies, no cache, and no responses to authentication challenges; errors contain the host and port, but
///   never a query or secret.
package final class CurlHTTPClient: HTTPClient {
    private let limits: NetworkLimits
    private let userAgent: String
    private let clock: WallClock
    private let isOffline: Bool
    private let pacing: Pacing
    let hosts: Hosts

    /// Creates a client that contacts up to `hostsAtOnce` hosts; nothing is opened before the first request.
    package init(
        limits: NetworkLimits,
        userAgent: String,
        hostsAtOnce: Int = 64,
        clock: WallClock = .system,
        isOffline: Bool = false,
        pacing: Pacing = .system
    ) {
        self.limits = limits
        self.userAgent = userAgent
        hosts = Hosts(limit: hostsAtOnce)
        self.clock = clock
        self.isOffline = isOffline
        self.pacing = pacing
    }

    /// Sends a request and returns its final response, whatever the status.
    ///
    /// - Throws: `SourceError.offline` (`--offline`, no connection, unknown host, a connection closed without a
    ///   response), `.timedOut`, `.refused` (an unsupported redirect or URL, an insecure connection), `.tooLarge`,
    ///   `.invalidData` (truncated content or corrupt compressed data), `.notFound`, `.unreadable`, `.cancelled`.
    package func send(
        _ request: HTTPRequest, progress: ProgressReporter
    ) async throws(SourceError) -> HTTPResponse {
        if Task.isCancelled { throw .cancelled }
        switch request.url.scheme?.lowercased() {
        case "file":
            return try FileReader.answer(request.url, validators: request.validators)
        case "http", "https":
            if isOffline { throw .offlineByChoice }
            return try await Exchange(
                request: request, limits: limits, userAgent: userAgent, clock: clock, pacing: pacing, hosts: hosts,
                progress: progress
            ).answer()
        case let scheme:
            throw .refused(
                scheme.map { "unsupported URL scheme “\($0)”; use http, https, or file" }
                    ?? "the URL has no scheme; use http, https, or file")
        }
    }
}

/// Reports the libcurl version.
package struct CurlHealth: HealthCheck {
    /// Creates the check.
    package init() {}

    /// The version of libcurl; a failure if it is missing.
    package func findings(in scope: HealthScope) async -> [HealthFinding] {
        guard let version = curl_version().map({ String(cString: $0) }) else {
            return [
                HealthFinding(
                    "libcurl", .failed, "cannot load libcurl.so.4, so nothing can be fetched",
                    fix: "install it (apt install libcurl4)")
            ]
        }
        return [HealthFinding("libcurl", .ok, version.split(separator: " ").prefix(3).joined(separator: " "))]
    }
}
