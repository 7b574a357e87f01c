package import AggCore
import Foundation
package import Logging

/// An HTTP client that tells a log of every request: the address, the waits before it is sent again, its status and time.
///
/// Secrets stay out: header fields are not told, and of an address neither the user nor the values of its query that look
/// like keys. Whoever writes the log masks the tokens of the environment besides.
package struct LoggedHTTPClient: HTTPClient {
    private let client: any HTTPClient
    private let logger: Logger

    /// Makes a client that sends its requests with another one.
    package init(_ client: any HTTPClient, logger: Logger) {
        self.client = client
        self.logger = logger
    }

    /// Sends a request with the other client.
    ///
    /// - Throws: What the other client throws.
    package func send(
        _ request: HTTPRequest, progress: ProgressReporter
    ) async throws(SourceError) -> HTTPResponse {
        let address = LoggedAddress.text(request.url)
        let conditional = request.validators == nil ? "" : ", conditional"
        logger.debug("GET \(address)\(conditional)")
        let started = ContinuousClock.now
        let told = ProgressReporter { [logger] step in
            if case .waiting(let reason, let seconds) = step {
                logger.notice("GET \(address) again in \(seconds) s: \(reason)")
            }
            progress.report(step)
        }
        do throws(SourceError) {
            let response = try await client.send(request, progress: told)
            logger.info(
                "\(response.status) GET \(address), \(ByteCount.text(response.body.count)), \(Self.time(started))")
            return response
        } catch {
            logger.warning("GET \(address) failed after \(Self.time(started)): \(error.reason())")
            throw error
        }
    }

    private static func time(_ started: ContinuousClock.Instant) -> String {
        "\(Int(((.now - started).seconds * 1_000).rounded())) ms"
    }
}

/// An address as a log may show it.
enum LoggedAddress {
    /// The address without its user, and with `***` for the values of its query that look like keys.
    static func text(_ url: URL) -> String {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return url.host ?? "?" }
        parts.user = nil
        parts.password = nil
        parts.fragment = nil
        guard parts.queryItems?.contains(where: isSecret) == true else { return parts.string ?? url.host ?? "?" }
        parts.queryItems = parts.queryItems?.map { isSecret($0) ? URLQueryItem(name: $0.name, value: "***") : $0 }
        return parts.string ?? url.host ?? "?"
    }

    private static func isSecret(_ item: URLQueryItem) -> Bool {
        let name = item.name.lowercased()
        return ["token", "key", "secret", "password", "passwd", "auth", "signature", "sig"].contains {
            name.contains($0)
        }
    }
}
