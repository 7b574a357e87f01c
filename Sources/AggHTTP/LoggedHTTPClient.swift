package import AggSource
import Foundation
package import Logging

/// An HTTP client that logs the URL, waits before retries, status, and time of every request.
///
/// Header fields and secrets in URLs are not logged. The log's writer also masks the environment's tokens.
package struct LoggedHTTPClient: HTTPClient {
    private let client: any HTTPClient
    private let logger: Logger

    /// Creates a client that sends its requests through another one.
    package init(_ client: any HTTPClient, logger: Logger) {
        self.client = client
        self.logger = logger
    }

    /// Sends a request through the other client.
    ///
    /// - Throws: Whatever the other client throws.
    package func send(
        _ request: HTTPRequest, progress: ProgressReporter
    ) async throws(SourceError) -> HTTPResponse {
        let address = Secrets.masked(request.url.absoluteString)
        let conditional = request.validators == nil ? "" : ", conditional"
        let method = request.asksForHeadOnly ? "HEAD" : request.content == nil ? "GET" : "POST"
        logger.debug("\(method) \(address)\(conditional)")
        let started = ContinuousClock.now
        let told = ProgressReporter { [logger] step in
            if case .waiting(let reason, let seconds) = step {
                logger.notice("\(method) \(address) retrying in \(seconds) s: \(reason)")
            }
            progress.report(step)
        }
        do throws(SourceError) {
            let response = try await client.send(request, progress: told)
            logger.info(
                "\(response.status) \(method) \(address), \(ByteCount.text(response.body.count)), \(Self.time(started))"
            )
            return response
        } catch {
            logger.warning("\(method) \(address) failed after \(Self.time(started)): \(error.reason())")
            throw error
        }
    }

    private static func time(_ started: ContinuousClock.Instant) -> String {
        "\(Int(clamping: ((.now - started).seconds * 1_000).rounded())) ms"
    }
}
