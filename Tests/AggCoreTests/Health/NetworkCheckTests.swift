import AggCore
import AggSource
import AggStorage
import AggTesting
import Foundation
import Testing

/// Checks that hosts respond and that the clock agrees with theirs.
struct NetworkCheckTests {
    private static let now = Date(timeIntervalSince1970: 1_795_168_800)
    private let store = InMemoryRecordStore()

    private func findings(
        _ answer: StubHTTPClient.Answer, isOffline: Bool = false
    ) async throws -> [String: HealthFinding] {
        let registry = try SourceRegistry(kinds: [NumbersSource.self])
        let services = SourceServices(http: StubHTTPClient(answer), clock: WallClock { Self.now })
        let aggregator = Aggregator(
            registry: registry, store: store, users: InMemoryUserStore(), services: services)
        let found = await aggregator.healthFindings(in: HealthScope(isOffline: isOffline))
        return Dictionary(found.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private static func dated(_ seconds: Double?) -> StubHTTPClient.Answer {
        let date = seconds.map { HTTPDate.text(now.addingTimeInterval($0)) }
        return .status(200, headers: date.map { ["Date": $0] } ?? [:])
    }

    @Test(arguments: [
        (0.0 as Double?, HealthFinding.Status.ok, "this machine's clock is within 0 s of a server's"),
        (90, .ok, "within 90 s"),
        (10_800, .warning, "this machine's clock is 3 h behind numbers.example"),
        (-259_200, .warning, "this machine's clock is 3 d ahead of numbers.example"),
        (nil, .skipped, "no server reported the time"),
    ])
    func `compares the clock with a server's`(
        seconds: Double?, status: HealthFinding.Status, detail: String
    ) async throws {
        let found = try await findings(Self.dated(seconds))
        #expect(found["address numbers.example"]?.status == .ok)
        let clock = try #require(found["clock"])
        #expect(clock.status == status)
        #expect(clock.detail.contains(detail), "\(clock.detail)")
        #expect((clock.fix == nil) == (status != .warning))
    }

    @Test(arguments: [(404, HealthFinding.Status.ok), (405, .ok), (501, .ok), (500, .warning), (503, .warning)])
    func `a server that only refuses HEAD requests works`(status: Int, expected: HealthFinding.Status) async throws {
        #expect(try await findings(.status(status))["address numbers.example"]?.status == expected)
    }

    @Test func `finds rows from the future`() async throws {
        let id = try #require(SourceID("numbers"))
        let staging = await store.stage(id)
        _ = try await staging.write([Record(key: "1", title: "One")])
        _ = try await staging.commit(
            RefreshCommit(origin: .remote, fetchedAt: Self.now.addingTimeInterval(86_400)))
        for isOffline in [false, true] {
            let clock = try #require(try await findings(Self.dated(0), isOffline: isOffline)["clock"])
            #expect(clock.status == .warning)
            #expect(clock.detail.contains("the rows of numbers have a fetch time in the future"))
            #expect(clock.fix?.contains("then refresh numbers") == true)
        }
    }

    @Test func `contacts no host when offline`() async throws {
        let found = try await findings(.failure(.offline("asked all the same")), isOffline: true)
        #expect(found["address numbers.example"]?.status == .skipped)
        #expect(found["clock"]?.status == .ok)
    }

    @Test(arguments: [
        (StubHTTPClient.Answer.failure(.offline("no route")), HealthFinding.Status.failed), (.status(503), .warning),
        (.status(404), .ok),
    ])
    func `reports an unreachable host as a failure and one with errors as a warning`(
        answer: StubHTTPClient.Answer, status: HealthFinding.Status
    ) async throws {
        let finding = try #require(try await findings(answer)["address numbers.example"])
        #expect(finding.status == status)
        #expect((finding.fix == nil) == (status == .ok))
        #expect(finding.detail.contains("numbers"))
    }

    @Test func `promises no rows if there are none to use`() async throws {
        for answer in [StubHTTPClient.Answer.failure(.offline("no route")), .status(503)] {
            let fix = try #require(try await findings(answer)["address numbers.example"]?.fix)
            #expect(!fix.contains("agg uses"), "\(fix)")
        }
    }

    @Test func `says whether an unreachable source has only its sample`() async throws {
        let id = try #require(SourceID("numbers"))
        for (origin, rows) in [(Origin.starter, "the starter sample"), (.remote, "the stored rows")] {
            let staging = await store.stage(id)
            _ = try await staging.write([Record(key: "1", title: "One")])
            _ = try await staging.commit(
                RefreshCommit(origin: origin, fetchedAt: origin == .starter ? nil : Self.now, acceptsLoss: true))
            for answer in [StubHTTPClient.Answer.failure(.offline("no route")), .status(503)] {
                let fix = try await findings(answer)["address numbers.example"]?.fix
                #expect(fix?.contains("agg uses \(rows)") == true, "\(fix ?? "")")
            }
        }
    }
}
