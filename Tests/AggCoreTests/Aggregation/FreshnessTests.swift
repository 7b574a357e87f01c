import AggTesting
import Foundation
import Synchronization
import Testing

import AggCore
import AggSource
import AggStorage

/// The age of rows when clocks are wrong, reset, or asleep.
struct FreshnessTests {
    /// The expected status of rows fetched at one time and examined at another.
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var fetched: String
        var now: String
        var age: Duration
        var isStale: Bool
        var reason: String?
    }

    private static let cases = [
        Case(
            testDescription: "an hour later", fetched: "2026-11-20T10:00:00Z", now: "2026-11-20T11:00:00Z",
            age: .seconds(3_600), isStale: false),
        Case(
            testDescription: "a day and a second later", fetched: "2026-11-20T10:00:00Z", now: "2026-11-21T10:00:01Z",
            age: .seconds(86_401), isStale: true, reason: "older than 24 h"),
        Case(
            testDescription: "the clock is set back by a minute", fetched: "2026-11-20T10:01:00Z",
            now: "2026-11-20T10:00:00Z", age: .zero, isStale: false),
        Case(
            testDescription: "the clock is set back by a year", fetched: "2026-11-20T10:00:00Z",
            now: "2025-11-20T10:00:00Z", age: .zero, isStale: true,
            reason: "the clock was set back, so the fetch time is in the future"),
        Case(
            testDescription: "the clock was before 1970", fetched: "2026-11-20T10:00:00Z", now: "1969-12-31T23:59:59Z",
            age: .zero, isStale: true, reason: "the clock was set back, so the fetch time is in the future"),
        Case(
            testDescription: "the clock is set forward by a century", fetched: "2026-11-20T10:00:00Z",
            now: "2126-11-20T10:00:00Z", age: .seconds(3_155_673_600), isStale: true, reason: "older than 24 h"),
        Case(
            testDescription: "over the night when New York's clocks go back", fetched: "2026-11-01T00:30:00-04:00",
            now: "2026-11-02T00:29:59-05:00", age: .seconds(89_999), isStale: true, reason: "older than 24 h"),
        Case(
            testDescription: "over the night when Berlin's clocks go forward", fetched: "2027-03-28T00:30:00+01:00",
            now: "2027-03-29T00:30:00+02:00", age: .seconds(82_800), isStale: false),
        Case(
            testDescription: "into a leap day", fetched: "2028-02-28T23:00:00Z", now: "2028-02-29T22:59:00Z",
            age: .seconds(86_340), isStale: false),
        Case(
            testDescription: "over a leap day", fetched: "2028-02-28T23:00:00Z", now: "2028-03-01T00:00:00Z",
            age: .seconds(90_000), isStale: true, reason: "older than 24 h"),
    ]

    @Test(arguments: [(86_399.9, false), (86_400.4, true)])
    func `compares ages exactly`(age: Double, isStale: Bool) throws {
        let registry = try SourceRegistry(kinds: [NumbersSource.self])
        let instance = try #require(registry.instances.first)
        let now = try Self.time("2026-11-20T10:00:00Z")
        let stored = StoredSource(
            origin: .remote, records: 1, fetchedAt: now.addingTimeInterval(-age), fingerprint: instance.fingerprint,
            mappingVersion: instance.dataSource.mappingVersion)
        #expect(SourceStatus(instance, stored: stored, now: now).isStale == isStale)
    }

    @Test func `rows that are too old to be shown are due, even if they would still be fresh`() throws {
        let registry = try SourceRegistry(kinds: [ShelfSource.self], entries: [])
        let instance = try #require(registry.instances.first)
        #expect(instance.dataSource.policy.keepFor == .seconds(2 * 3_600))
        let now = try Self.time("2026-11-20T10:00:00Z")
        for (hours, isDue) in [(1.0, false), (3, true)] {
            let stored = StoredSource(
                origin: .remote, records: 1, fetchedAt: now.addingTimeInterval(-hours * 3_600),
                fingerprint: instance.fingerprint, mappingVersion: instance.dataSource.mappingVersion)
            #expect(SourceStatus(instance, stored: stored, now: now).isDue == isDue)
        }
    }

    @Test(arguments: [
        ("invalid data in the header: no key column “id”; the columns are now nr, label", ["1 row has no date"]),
        ("offline", ["the columns are now id, label", "1 row has no date"]),
    ])
    func `a failure that lists the columns replaces an older note on them`(reason: String, notes: [String]) throws {
        let registry = try SourceRegistry(kinds: [NumbersSource.self])
        let instance = try #require(registry.instances.first)
        let now = try Self.time("2026-11-20T10:00:00Z")
        let stored = StoredSource(
            origin: .remote, records: 1, fetchedAt: now, fingerprint: instance.fingerprint,
            mappingVersion: instance.dataSource.mappingVersion,
            notes: ["the columns are now id, label", "1 row has no date"],
            failure: LoadFailure(code: "invalid_data", reason: reason, failedAt: now))
        #expect(SourceStatus(instance, stored: stored, now: now).notes == notes)
    }

    private static func time(_ text: String) throws -> Date {
        try #require(ISO8601DateFormatter().date(from: text))
    }

    @Test(arguments: cases)
    func `an age is never negative, and old rows or rows from the future are stale`(given: Case) throws {
        let registry = try SourceRegistry(kinds: [NumbersSource.self])
        let instance = try #require(registry.instances.first)
        let stored = StoredSource(
            origin: .remote, records: 4, fetchedAt: try Self.time(given.fetched), fingerprint: instance.fingerprint,
            mappingVersion: instance.dataSource.mappingVersion)
        let status = SourceStatus(instance, stored: stored, now: try Self.time(given.now))
        #expect(status.age == given.age)
        #expect(status.isStale == given.isStale)
        #expect(status.isDue == given.isStale)
        #expect(status.reason == given.reason)
        #expect(status.isServed)
        #expect(Age.text(try #require(status.age)).first != "-")
    }

    /// A clock that jumps during a load.
    private final class JumpingClock: Sendable {
        private let times: Mutex<[Date]>

        init(_ times: [Date]) { self.times = Mutex(times) }

        var now: Date { times.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] } }
    }

    @Test(arguments: [(604_800.0, 604_800.0), (-3_600, 0), (0, 0)])
    func `the age of rows counts from the request, however long the machine slept`(
        jump: Double, age: Double
    ) async throws {
        let start = try Self.time("2026-11-20T10:00:00Z")
        let clock = JumpingClock([start, start + jump])
        let registry = try SourceRegistry(kinds: [NumbersSource.self])
        let instance = try #require(registry.instances.first)
        let store = InMemoryRecordStore()
        let services = SourceServices(
            http: StubHTTPClient(.text("[1, 2]")), clock: WallClock { clock.now }, maxWait: .zero)
        _ = try await registry.loader(for: instance, services: services, store: store).load()
        let stored = try #require(await store.states()[instance.id])
        #expect(try #require(stored.fetchedAt) <= start + jump, "never a time to come")
        #expect(stored.age(at: start + jump) == .seconds(clamping: age))
    }

    @Test(arguments: [0.0, 7_200, -7_200])
    func `reads a Retry-After date by the server's clock`(ahead: Double) throws {
        let now = try Self.time("2026-11-20T10:00:00Z")
        let server = now + ahead
        let headers: HTTPHeaders = ["Date": HTTPDate.text(server), "Retry-After": HTTPDate.text(server + 30)]
        #expect(headers.retryAfter(now: now) == now + 30)
    }
}
