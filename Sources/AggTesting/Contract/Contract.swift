import AggCore
public import AggSource
import Foundation
public import Testing

/// Checks that a kind of source keeps every promise the program relies on; a source's tests call it once.
///
/// It checks what the kind declares, its starter sample, a whole fetch, an empty answer, answers that are wrong or cut
/// off, conditional requests, statuses, and being cancelled. Each broken promise is an issue of its own, at the line of
/// the call. Nothing is asked of a network.
///
/// ```swift
/// @Test func `keeps the contract of a source`() async {
///     await verifyContract(of: CitiesSource.self, fixture)
/// }
/// ```
public func verifyContract<Source: DataSource>(
    of type: Source.Type,
    _ fixture: ContractFixture,
    sourceLocation: SourceLocation = #_sourceLocation
) async {
    await Contract<Source>(fixture: fixture) { promise in
        Issue.record("\(promise)", sourceLocation: sourceLocation)
    }.check()
}

/// The promises of a kind of source; the checks are in extensions, one file a topic.
struct Contract<Source: DataSource>: Sendable {
    let fixture: ContractFixture
    /// Hears of every promise that is broken.
    let report: @Sendable (String) -> Void

    /// The time at which all fetches of the contract happen.
    let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// Checks everything.
    func check() async {
        checkDeclaration()
        checkBuiltIns()
        guard let source = makeSource() else { return }
        checkInstance(source)
        await checkStarter(of: source)
        await checkFetch(of: source)
        await checkEmptyAnswer(of: source)
        await checkWrongAnswers(of: source)
        await checkConditionalRequests(of: source)
        await checkFailures(of: source)
        await checkCancel(of: source)
    }

    /// Makes the instance under test as the program would; nil, and a broken promise, where its configuration is refused.
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

    /// Reports a promise unless it is kept.
    func expect(_ isKept: Bool, _ promise: String) {
        if !isKept { report("\(Source.kind): \(promise)") }
    }
}

/// What a fetch brought, or why it failed.
struct ContractFetch: Sendable {
    let result: Result<FetchResult, SourceError>
    let batches: [[Record]]
    let requests: [HTTPRequest]

    var records: [Record] { batches.flatMap(\.self) }

    /// The error, or nil if the fetch did not fail.
    var error: SourceError? {
        if case .failure(let error) = result { error } else { nil }
    }

    /// The summary of a complete fetch, or nil if it was none.
    var summary: FetchSummary? {
        if case .success(.complete(let summary)) = result { summary } else { nil }
    }

    var isUnchanged: Bool {
        if case .success(.unchanged) = result { true } else { false }
    }
}
