import AggCommands
import AggSource
import AggTesting
import Synchronization
import TestSupport
import Testing

@testable import AggWeb

@Suite struct RefreshStreamTests {
    /// A client that waits for a signal before it sends.
    private struct WaitingHTTPClient: HTTPClient {
        let signals: AsyncStream<Void>

        func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
            for await _ in signals { break }
            if Task.isCancelled { throw .cancelled }
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
        let refreshes = Refreshes(pulse: .milliseconds(2))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await refreshes.run(with: backend) }
            try await refreshes.begin(["towns"]).write(to: writer)
            group.cancelAll()
        }
        let last = try JSONValue(parsing: lines.withLock { $0.last ?? "" })
        #expect(last["outcomes"]?.arrayValue?.first?["outcome"] == "updated")
        #expect(refreshes.current.isEmpty)
    }

    @Test func `a refresh continues after the user has opened another page`() async throws {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        let site = try await Site(http: WaitingHTTPClient(signals: signals))
        try await site.serving { visit throws in
            var page: TextClient? = try TextClient(port: visit.port)
            page?.send(
                "POST /refresh HTTP/1.1\r\nHost: \(visit.host)\r\nAuthorization: Bearer \(Site.token)\r\n"
                    + "Accept: application/x-ndjson\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                    + "Content-Length: 12\r\n\r\nsource=towns")
            #expect(try await eventually { try visit.get("/parts/chips").body.contains("refreshing…") })
            page = nil
            #expect(page == nil)
            #expect(try await eventually { visit.server.listener.open.count == 0 })
            continuation.yield()
            #expect(
                try await eventually {
                    visit.change()
                    return try visit.get("/api/search?q=york").body.contains("\"title\":\"York\"")
                })
            #expect(try await eventually { try !visit.get("/parts/chips").body.contains("refreshing…") })
        }
    }
}
