import AggCommands
import AggCore
import AggSource
import AggTesting
import Foundation
import Synchronization
import Testing

@testable import AggShell

@Suite struct BackgroundRefreshTests {
    /// A clock that moves a minute each time it is read, so sources that are fresh for a second are always due.
    private static func hurrying() -> WallClock {
        let seconds = Mutex(0.0)
        return WallClock {
            Date(
                timeIntervalSince1970: seconds.withLock { seconds in
                    seconds += 60
                    return seconds
                })
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `refreshes a source whenever it is due, but waits after a failure`() async throws {
        let http = StubHTTPClient(["/good": [.text("")], "/bad": [.status(500)]])
        let entries = ["good", "bad"].map { id in
            SourceEntry(id: .init(id), kind: .init("path"), values: [(.init("fresh_for"), .init("1s"))])
        }
        let aggregator = Aggregator(
            registry: try SourceRegistry(kinds: [PathSource.self], entries: entries), store: InMemoryRecordStore(),
            users: InMemoryUserStore(), services: SourceServices(http: http, clock: Self.hurrying()))
        let background = BackgroundRefresh(aggregator: aggregator, session: Session(), pause: .zero)
        let due = await background.dueSources()
        #expect(due.count == 2)
        let announced = AsyncStream.makeStream(of: String.self)
        let task = Task { await background.run(first: due) { announced.continuation.yield($0) } }
        var successes = 0
        for await text in announced.stream where text.contains("good") {
            successes += 1
            if successes == 3 { break }
        }
        task.cancel()
        await task.value
        #expect(http.requests.count { $0.url.path == "/bad" } == 1)
    }

    @Test(arguments: [true, false])
    func `tries to refresh sources only if the user may`(mayRefresh: Bool) async throws {
        let aggregator = Aggregator(
            registry: try SourceRegistry(
                kinds: [PathSource.self], entries: [SourceEntry(id: .init("good"), kind: .init("path"))]),
            store: InMemoryRecordStore(), users: InMemoryUserStore(),
            services: SourceServices(http: StubHTTPClient([:])))
        let background = BackgroundRefresh(aggregator: aggregator, session: Session(), mayRefresh: { mayRefresh })
        #expect(await background.dueSources().count == (mayRefresh ? 1 : 0))
    }

    @Test(.timeLimit(.minutes(5)), arguments: [[], ["good", "bad"]])
    func `announces sources that are offline together`(others: [String]) async throws {
        let http = StubHTTPClient([
            "/a": [.failure(.offline("no network"))], "/b": [.failure(.offline("no network"))], "/good": [.text("")],
            "/bad": [.status(500)],
        ])
        let entries = (["a", "b"] + others).map { SourceEntry(id: .init($0), kind: .init("path")) }
        let aggregator = Aggregator(
            registry: try SourceRegistry(kinds: [PathSource.self], entries: entries), store: InMemoryRecordStore(),
            users: InMemoryUserStore(), services: SourceServices(http: http))
        let background = BackgroundRefresh(aggregator: aggregator, session: Session(), pause: .seconds(3_600))
        let announced = AsyncStream.makeStream(of: String.self)
        let due = await background.dueSources()
        let task = Task { await background.run(first: due) { announced.continuation.yield($0) } }
        var missing: Set = Set(["a", "b"] + others)
        for await text in announced.stream {
            if others.isEmpty {
                #expect(text.hasPrefix("cannot refresh a, b: ") || text.hasPrefix("cannot refresh b, a: "))
            }
            missing.subtract(text.split { !$0.isLetter }.map(String.init))
            if missing.isEmpty { break }
        }
        task.cancel()
        await task.value
    }

    @Test(.timeLimit(.minutes(5)))
    func `a load that was canceled does not delay the next one`() async throws {
        let http = StubHTTPClient(["/good": [.failure(.cancelled), .text("")]])
        let aggregator = Aggregator(
            registry: try SourceRegistry(
                kinds: [PathSource.self], entries: [SourceEntry(id: .init("good"), kind: .init("path"))]),
            store: InMemoryRecordStore(), users: InMemoryUserStore(), services: SourceServices(http: http))
        let background = BackgroundRefresh(aggregator: aggregator, session: Session(), pause: .zero)
        let due = await background.dueSources()
        let announced = AsyncStream.makeStream(of: String.self)
        let task = Task { await background.run(first: due) { announced.continuation.yield($0) } }
        var texts = announced.stream.makeAsyncIterator()
        #expect(await texts.next()?.contains("good") == true)
        task.cancel()
        await task.value
    }
}

/// A source without rows whose id is the path that it requests.
private struct PathSource: DataSource {
    static let kind: SourceKind = "path"
    static let summary = ""
    static let parameters: [Parameter] = []
    static let builtIns: [SourceEntry] = []

    let columns: [Column] = []
    let policy: SourcePolicy
    let mappingVersion = 1
    let starter: StarterSample? = nil
    private let id: SourceID

    init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        id = configuration.id
        policy = SourcePolicy(configuration)
    }

    func fetcher(_ services: SourceServices) -> any RecordFetcher { PathFetcher(id: id, services: services) }
}

private struct PathFetcher: RecordFetcher {
    let id: SourceID
    let services: SourceServices

    func fetch(since state: FetchState?, into sink: some BatchSink) async throws(SourceError) -> FetchResult {
        guard let url = URL(string: "https://stub.example/\(id)") else { throw .invalidData("at its address") }
        try await services.send(HTTPRequest(url)).requireSuccess(now: services.clock.now)
        return .complete(FetchSummary(bytes: 0))
    }
}
