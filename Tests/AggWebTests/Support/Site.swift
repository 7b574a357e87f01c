import AggCommands
import AggCore
import AggSearch
import AggSource
import AggStorage
import AggTesting
import AggWeb
import Foundation
import Synchronization
import TestSupport
import Testing

/// A server over in-memory stores, on its own port.
struct Site: Sendable {
    let store = InMemoryRecordStore()
    let users = InMemoryUserStore()
    let context: CommandContext
    /// A token for programs.
    static let token = "a-token-for-programs"
    private let changes = Changes()

    private final class Changes: Sendable {
        let count = Mutex(0)
    }

    /// The lines that a refresh fetches.
    static let fetched = "7|Bath|United Kingdom|GB\n8|York|United Kingdom|GB\n"

    /// Creates a site over some records; `sql` runs the statements, and `http` fetches what a refresh stores.
    ///
    /// A store that is `away` takes the place of the records.
    init(
        _ records: [Record] = .towns, away: AwayStore? = nil, sql: (any SQLReader)? = nil,
        http: any HTTPClient = StubHTTPClient(["/towns": [.text(Self.fetched)]])
    ) async throws {
        let registry = try SourceRegistry(
            kinds: [TownSource.self],
            entries: [
                SourceEntry(id: .init("towns"), kind: .init("town"), values: []),
                SourceEntry(id: .init("closed"), kind: .init("town"), isEnabled: false, values: []),
            ])
        // Ages in responses stay the same during a test.
        let now = Date()
        let aggregator = Aggregator(
            registry: registry, store: away ?? store, users: users, merger: users, readMarks: InMemoryReadMarkStore(),
            services: SourceServices(http: http, clock: WallClock { now }))
        var context = CommandContext(aggregator: aggregator, session: Session(), commands: .builtIn)
        context.sql = sql
        self.context = context
        let instance = try #require(registry.instances.first)
        let staging = await store.stage(instance.id)
        _ = try await staging.write(records)
        _ = try await staging.commit(
            RefreshCommit(
                origin: .remote, fingerprint: instance.fingerprint, mappingVersion: 1, fetchedAt: now,
                acceptsLoss: true))
    }

    /// Runs a test while the server runs.
    func serving(
        limits: ServerLimits = .patient, _ body: @escaping @Sendable (Visit) async throws -> Void
    ) async throws {
        let request = ServeRequest(port: 0, token: Self.token)
        let server = try WebServer(request, context: context, limits: limits) { [changes] in
            "\(changes.count.withLock { $0 })"
        }
        let parts = try #require(server.url.wholeMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\/\?token=([0-9a-f]{32})/))
        let port = try #require(UInt16(parts.1))
        let visit = Visit(port: port, firstToken: String(parts.2), server: server) { [changes] in
            changes.count.withLock { $0 += 1 }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            // Reading blocks a thread that the server needs.
            try await Task(executorPreference: BlockingExecutor.shared) { try await body(visit) }.value
            group.cancelAll()
        }
    }
}

extension ServerLimits {
    /// The default limits with more time for everything: beside thousands of other tests, the server may wait long for a
    /// processor.
    static var patient: ServerLimits {
        var limits = ServerLimits()
        limits.request = .seconds(300)
        limits.idle = .seconds(300)
        limits.write = .seconds(300)
        limits.answer = .seconds(300)
        return limits
    }
}

/// What a test needs from a running server.
struct Visit: Sendable {
    let port: UInt16
    let firstToken: String
    let server: WebServer
    /// Signals that the store has changed.
    let change: @Sendable () -> Void

    var host: String { "127.0.0.1:\(port)" }

    /// Sends a request on a new connection, as a program with the token; `headers` replace the default header fields.
    func get(_ target: String, _ headers: [String: String] = [:], method: String = "GET", body: String = "") throws
        -> Answer
    {
        var fields = ["Host": host, "Authorization": "Bearer \(Site.token)", "Connection": "close"]
        fields.merge(headers) { $1 }
        if !body.isEmpty {
            fields["Content-Length"] = String(body.utf8.count)
            fields["Content-Type"] = fields["Content-Type"] ?? "application/x-www-form-urlencoded"
        }
        let lines = fields.filter { !$0.value.isEmpty }.map { "\($0.key): \($0.value)\r\n" }.joined()
        let client = try TextClient(port: port)
        client.send("\(method) \(target) HTTP/1.1\r\n\(lines)\r\n\(body)")
        return try #require(Answer(client.readAll()))
    }

    /// Opens the page with the one-time token.
    ///
    /// - Returns: The cookie, and the secret of the page's forms.
    func signIn() throws -> (cookie: String, formToken: String) {
        let answer = try get("/?token=\(firstToken)", ["Authorization": ""])
        let cookie = try #require(answer.headers["set-cookie"]?.split(separator: ";").first)
        let page = try get("/", ["Authorization": "", "Cookie": String(cookie)])
        let token = try #require(page.body.firstMatch(of: /data-token="([0-9a-f]+)"/))
        return (String(cookie), String(token.1))
    }
}

/// Lines such as `1|London|United Kingdom|GB`, with or without a date at the end.
struct TownSource: DataSource {
    static let kind: SourceKind = "town"
    static let summary = "Towns, for tests."
    static let parameters: [Parameter] = []
    static let builtIns: [SourceEntry] = []

    let columns = [Column("country", .text, "The country.")]
    let policy: SourcePolicy
    let mappingVersion = 1
    let starter: StarterSample? = nil

    init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        policy = SourcePolicy(configuration)
    }

    static func discover(_ text: String, _ services: SourceServices) async throws(SourceError) -> Discovery {
        throw .offline("no such host")
    }

    func fetcher(_ services: SourceServices) -> any RecordFetcher { TownFetcher(services: services) }
}

private struct TownFetcher: RecordFetcher {
    let services: SourceServices

    func fetch(since state: FetchState?, into sink: some BatchSink) async throws(SourceError) -> FetchResult {
        guard let url = URL(string: "https://towns.example/towns") else { return .unchanged(nil) }
        let text = String(decoding: try await services.send(HTTPRequest(url)).body.collect(), as: UTF8.self)
        try await sink.write(
            text.split(separator: "\n").map { line in
                let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
                return Record(
                    key: parts[0], title: parts[1], subtitle: parts[2],
                    date: parts.count > 4 ? RecordDate(iso8601: parts[4]) : nil,
                    fields: [.init("country", .text(parts[3]))])
            })
        return .complete(FetchSummary())
    }
}

extension [Record] {
    /// A few towns.
    static let towns: [Record] = [
        Record(
            key: "1", title: "London", subtitle: "United Kingdom",
            coordinate: Coordinate(latitude: 51.50853, longitude: -0.12574), url: "https://example.org/london",
            fields: [.init("country", .text("GB"))]),
        Record(
            key: "2", title: "London", subtitle: "Canada", coordinate: Coordinate(latitude: 42.98, longitude: -81.23),
            fields: [.init("country", .text("CA"))]),
        Record(key: "3", title: "Londonderry", subtitle: "United Kingdom", fields: [.init("country", .text("GB"))]),
        Record(key: "4", title: "Paris", subtitle: "France", fields: [.init("country", .text("FR"))]),
    ]

    /// Records in which every text is an attack.
    static let hostile: [Record] = [
        Record(
            key: "<script>alert(0)</script>", title: "<script>alert(1)</script>lon",
            subtitle: "\"><img src=x onerror=alert(2)>",
            coordinate: Coordinate(latitude: 1, longitude: 1), url: "javascript:alert(3)",
            fields: [.init("country", .text("'\"><svg onload=alert(4)>\u{202E}"))])
    ]
}
