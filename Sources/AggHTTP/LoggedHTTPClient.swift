package import AggSource
import Foundation
package import Logging

/// An HTTP client that tells a log of every request: the address, the waits before it is sent again, its status and time.
///
/// Header fields are not told, and neither are the secrets of addresses. Whoever writes the log also masks the tokens of the
/// environment.
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
        let address = Secrets.masked(request.url.absoluteString)
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
        "\(Int(clamping: ((.now - started).seconds * 1_000).rounded())) ms"
    }
}
