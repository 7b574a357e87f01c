package import AggSource
import CCurl
import Foundation

/// The HTTP port over libcurl, and over plain reads for file addresses.
///
/// - Redirects are followed up to ten times, for http and https only and never from https to http. The credential goes to
///   the scheme, host and port of the request and nowhere else.
/// - Each scheme, host, and port gets as many requests at once as its requests allow (``HTTPRequest/requestsPerHost``); the
///   others wait in order. Different hosts are contacted in parallel, up to a number, and connections are kept open.
/// - Content is inflated (gzip, deflate, br, zstd) into a temporary file without a name; memory stays flat however long
///   it is. libcurl notices compressed content that is broken, not one that the server itself ends too early. Of a
///   compressed answer the fields `Content-Encoding` and `Content-Length` are left out.
/// - `network.deadline` counts the time of all transfers of a request, its redirects and repetitions; waiting for a turn or
///   before a repetition does not count.
/// - The environment's `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` are honoured by libcurl, and
///   `CURL_CA_BUNDLE`, `SSL_CERT_FILE` and `SSL_CERT_DIR` as by curl.
/// - No cookies, no cache, no answers to authentication challenges; a failure names host and port, never a query or secret.
package final class CurlHTTPClient: HTTPClient {
    private let limits: NetworkLimits
    private let userAgent: String
    private let clock: WallClock
    private let isOffline: Bool
    private let pacing: Pacing
    let hosts: Hosts

    /// Makes a client that contacts so many hosts at once; nothing is opened before the first request.
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

    /// Sends a request and returns its final answer, whatever the status.
    ///
    /// - Throws: `SourceError.offline` (`--offline`, no connection, no such host, a connection closed without an answer),
    ///   `.timedOut`, `.refused` (a redirect or an address that is not followed, a connection that is not secure),
    ///   `.tooLarge`, `.invalidData` (content cut short or with broken compression), `.notFound`, `.unreadable`, `.cancelled`.
    package func send(
        _ request: HTTPRequest, progress: ProgressReporter
    ) async throws(SourceError) -> HTTPResponse {
        if Task.isCancelled { throw .cancelled }
        switch request.url.scheme?.lowercased() {
        case "file":
            return try FileReader(maxBody: limits.maxBody).answer(request.url, validators: request.validators)
        case "http", "https":
            if isOffline { throw .offline("--offline is set") }
            return try await Exchange(
                request: request, limits: limits, userAgent: userAgent, clock: clock, pacing: pacing, hosts: hosts,
                progress: progress
            ).answer()
        case let scheme:
            throw .refused(
                "the address is neither http, https nor file, but \(scheme.map { "\($0):" } ?? "without a scheme")")
        }
    }
}

/// Says which libcurl there is.
package struct CurlHealth: HealthCheck {
    /// Makes the check.
    package init() {}

    /// The version of libcurl; failed where there is none.
    package func findings(in scope: HealthScope) async -> [HealthFinding] {
        guard let version = curl_version().map({ String(cString: $0) }) else {
            return [
                HealthFinding(
                    "libcurl", .failed, "libcurl.so.4 cannot be loaded, so that nothing can be fetched",
                    mend: "install it (apt install libcurl4)")
            ]
        }
        return [HealthFinding("libcurl", .ok, version.split(separator: " ").prefix(3).joined(separator: " "))]
    }
}
