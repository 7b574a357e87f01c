import AggCommands
import AggSource
import AggTesting
import Synchronization
import Testing

@testable import AggWeb

@Suite struct RefreshStreamTests {
    /// A client that waits for a signal before it sends.
    private struct WaitingHTTPClient: HTTPClient {
        let signals: AsyncStream<Void>

        func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
            for await _ in signals { break }
            return try await StubHTTPClient(.text(Site.fetched)).send(request, progress: progress)
        }
    }

    @Test func `says that a refresh is still running while nothing else happens`() async throws {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        let site = try await Site(http: WaitingHTTPClient(signals: signals))
        let lines = Mutex<[String]>([])
        let writer = BodyWriter { bytes in
            let count = lines.withLock { lines in
                lines.append(String(decoding: bytes, as: UTF8.self))
                return lines.count { $0 == "{\"event\":\"waiting\"}\n" }
            }
            if count == 3 { continuation.yield() }
        }
        let backend = Backend(site.context) { "" }
        try await RefreshStream(backend: backend, ids: ["towns"], pulse: .milliseconds(2)).write(to: writer)
        let last = try JSONValue(parsing: lines.withLock { $0.last ?? "" })
        #expect(last["outcomes"]?.arrayValue?.first?["outcome"] == "updated")
    }
}
