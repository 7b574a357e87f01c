import AggTesting
import Foundation
import Testing

import AggCore
import AggSearch
import AggSource
import AggStorage

/// Which changes count as examined by a watched search.
struct ExaminedChangesTests {
    private static let noon = Date(timeIntervalSince1970: 1_795_000_000)

    /// The times are seconds after the last change that the store reported before its log was read.
    @Test(arguments: [(0.0, 0.0), (60, 60), (-60, -60), (-120, -90)])
    func `only changes that were read count as examined`(lastRead: TimeInterval, examined: TimeInterval) async throws {
        let registry = try SourceRegistry(kinds: [NumbersSource.self])
        let source = try #require(registry.instances.first).id
        let store = SpyRecordStore(
            [source: StoredSource(origin: .remote, records: 1)], changeTimes: [source: Self.noon],
            log: ChangeLog(lastChange: Self.noon + lastRead))
        let alerts = InMemoryAlertStore()
        let watch = Watch(name: "new", since: Self.noon - 90)
        await alerts.saveWatch(watch)
        let aggregator = Aggregator(
            registry: registry, store: store, users: InMemoryUserStore(), alerts: alerts,
            services: SourceServices(http: StubHTTPClient([:])))
        _ = try await aggregator.findMatches(of: watch, SearchQuery())
        #expect(await alerts.watches().first?.examined == [source: Self.noon + examined])
    }
}
