import AggSource
import AggTesting
import Foundation
import Logging
import Synchronization
import Testing

import AggHTTP

@Suite struct LoggedHTTPClientTests {
    private struct Lines: LogHandler {
        var logLevel = Logger.Level.trace
        var metadata: Logger.Metadata = [:]
        let log: Log

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { log.lines.withLock { $0.append("\(event.level.rawValue) \(event.message)") } }
    }

    private final class Log: Sendable {
        let lines = Mutex<[String]>([])

        /// The lines without their times.
        var shown: [String] {
            lines.withLock { $0.map { $0.replacing(/[0-9]+ ms/, with: "N ms") } }
        }
    }

    private func client(_ client: any HTTPClient, _ log: Log) -> LoggedHTTPClient {
        LoggedHTTPClient(client, logger: Logger(label: "test") { _ in Lines(log: log) })
    }

    private func request(_ text: String, validators: Validators? = nil, credential: Credential? = nil) throws
        -> HTTPRequest
    {
        HTTPRequest(try #require(URL(string: text)), validators: validators, credential: credential)
    }

    @Test func `logs a request for only the header as HEAD`() async throws {
        let log = Log()
        var request = try request("https://example.org/a")
        request.asksForHeadOnly = true
        _ = try await client(StubHTTPClient(["/a": [.text("")]]), log).send(request, progress: .silent)
        #expect(log.shown.first == "debug HEAD https://example.org/a")
    }

    @Test func `logs the URL, the status, the size, and the time`() async throws {
        let log = Log()
        let client = client(StubHTTPClient(["/a": [.text("12345", status: 404)]]), log)
        #expect(try await client.send(request("https://example.org/a?b=c"), progress: .silent).status == 404)
        #expect(
            log.shown == [
                "debug GET https://example.org/a?b=c", "info 404 GET https://example.org/a?b=c, 5 B, N ms",
            ])
    }

    @Test func `logs why a request failed and rethrows the error`() async throws {
        let log = Log()
        let client = client(StubHTTPClient(["/a": [.failure(.timedOut("no answer"))]]), log)
        let held = Validators(["ETag": "\"x\""])
        await #expect(throws: SourceError.timedOut("no answer")) {
            _ = try await client.send(request("https://example.org/a", validators: held), progress: .silent)
        }
        #expect(
            log.shown == [
                "debug GET https://example.org/a, conditional",
                "warning GET https://example.org/a failed after N ms: timed out (no answer)",
            ])
    }

    @Test func `logs every wait before a retry`() async throws {
        let server = try await LoopbackServer.start(answers: ["/a": [.init(status: 503), .init(status: 200)]])
        let log = Log()
        _ = try await client(testClient(), log).send(
            HTTPRequest(server.url("/a"), retry: RetryPolicy(statuses: [503], attempts: 2)), progress: .silent)
        await server.stop()
        #expect(
            log.shown.contains {
                $0.hasPrefix("notice GET http://127.0.0.1") && $0.contains("retrying in 1 s: HTTP 503")
            })
        #expect(log.shown.contains { $0.hasPrefix("info 200 GET") })
    }

    @Test func `logs no secret from a URL`() async throws {
        let log = Log()
        let client = client(StubHTTPClient(["/a": [.text("x")]]), log)
        _ = try await client.send(request("https://ann:pw@example.org/a?$$app_token=abc&x=1"), progress: .silent)
        #expect(log.shown.first == "debug GET https://***@example.org/a?$$app_token=***&x=1")
        #expect(!log.shown.joined().contains("abc") && !log.shown.joined().contains("pw"))
    }

    @Test func `logs no credential`() async throws {
        let log = Log()
        let credential = Credential(header: "Authorization", value: "Bearer hush")
        _ = try await client(StubHTTPClient(["/a": [.text("x")]]), log).send(
            request("https://example.org/a", credential: credential), progress: .silent)
        #expect(!log.shown.joined().contains("hush"))
    }
}
