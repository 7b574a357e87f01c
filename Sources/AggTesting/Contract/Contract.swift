import AggCore
import Foundation
import Testing

/// The promises of a kind of source; the checks are in extensions, one file a topic.
struct Contract<Source: DataSource>: Sendable {
    let fixture: ContractFixture
    let location: SourceLocation

    /// The time at which all fetches of the contract happen.
    let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// Makes the instance under test as the program would; nil, and an issue, where its configuration is refused.
    func makeSource() -> (any DataSource)? {
        let values = fixture.values.sorted { $0.key < $1.key }
        let entry = SourceEntry(
            id: SourceEntry.Text("contract"), kind: SourceEntry.Text(Source.kind.description),
            values: values.map { (SourceEntry.Text($0.key), SourceEntry.Text($0.value)) })
        do {
            let registry = try SourceRegistry(kinds: [Source.self], entries: [entry])
            return registry.instances.first { $0.id.description == "contract" }?.dataSource
        } catch {
            expect(false, "the fixture's configuration must be accepted: \(error.faults.map(\.line))")
            return nil
        }
    }

    /// Fetches once from a server that behaves as told.
    func fetch(
        _ source: any DataSource, _ behaviour: ContractClient.Behaviour, since state: FetchState? = nil
    ) async -> ContractFetch {
        let client = ContractClient(behaviour)
        let sink = BatchLog()
        let fetcher = source.fetcher(SourceServices(http: client, clock: WallClock { now }))
        let result: Result<FetchResult, SourceError>
        do throws(SourceError) {
            result = .success(try await fetcher.fetch(since: state, into: sink))
        } catch {
            result = .failure(error)
        }
        return ContractFetch(result: result, batches: await sink.batches, requests: client.requests)
    }

    /// Notes an issue at the line of the call unless a promise is kept.
    func expect(_ isKept: Bool, _ promise: String) {
        guard !isKept else { return }
        Issue.record("\(Source.kind): \(promise)", sourceLocation: location)
    }
}
