import AggCore
public import AggSource
import Foundation
public import Testing

/// Checks that a kind of source keeps every promise the program relies on; each source's tests call it once.
///
/// It checks the declarations, the starter sample, a complete fetch, an empty response, wrong and truncated responses,
/// conditional requests, statuses, and cancellation. Each broken promise is a separate issue, at the line of the call.
/// The network is not used.
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

/// The promises of a kind of source; the checks are in extensions, one file per topic.
struct Contract<Source: DataSource>: Sendable {
    let fixture: ContractFixture
    /// Called for each broken promise.
    let report: @Sendable (String) -> Void

    /// The time of all fetches.
    let now = Date(timeIntervalSince1970: 1_800_000_000)

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

    /// Creates the instance under test as the program would; nil, and a broken promise, if its configuration is
    /// rejected.
    func makeSource() -> (any DataSource)? {
        let values = fixture.values.sorted { $0.key < $1.key }
        let entry = SourceEntry(
            id: SourceEntry.Text("contract"), kind: SourceEntry.Text(Source.kind.description),
            values: values.map { (SourceEntry.Text($0.key), SourceEntry.Text($0.value)) }
                + fixture.lists.sorted { $0.key < $1.key }.map { name, list in
                    (SourceEntry.Text(name), SourceEntry.Text(.array(list.map(JSONValue.string))))
                })
        do {
            let registry = try SourceRegistry(kinds: [Source.self], entries: [entry])
            return registry.instances.first { $0.id.description == "contract" }?.dataSource
        } catch {
            expect(false, "the fixture's configuration must be valid: \(error.faults.map(\.line))")
            return nil
        }
    }

    /// Fetches once from a server with the given behavior.
    func fetch(
        _ source: any DataSource, _ behavior: ContractClient.Behavior, since state: FetchState? = nil
    ) async -> ContractFetch {
        let client = ContractClient(behavior)
        let sink = BatchLog()
        let fetcher = source.fetcher(
            SourceServices(
                http: client, clock: WallClock { now },
                programs: fixture.isProgram ? ContractPrograms(client: client) : NoPrograms()))
        let result: Result<FetchResult, SourceError>
        do throws(SourceError) {
            result = .success(try await fetcher.fetch(since: state, into: sink))
        } catch {
            result = .failure(error)
        }
        return ContractFetch(result: result, batches: await sink.batches, requests: client.requests)
    }

    /// Reports a promise if it is broken.
    func expect(_ isKept: Bool, _ promise: String) {
        if !isKept { report("\(Source.kind): \(promise)") }
    }
}

/// The result of a fetch.
struct ContractFetch: Sendable {
    let result: Result<FetchResult, SourceError>
    let batches: [[Record]]
    let requests: [HTTPRequest]

    var records: [Record] { batches.flatMap(\.self) }

    /// The error, or nil if the fetch succeeded.
    var error: SourceError? {
        if case .failure(let error) = result { error } else { nil }
    }

    /// The summary of a complete fetch; nil for any other result.
    var summary: FetchSummary? {
        if case .success(.complete(let summary)) = result { summary } else { nil }
    }

    var isUnchanged: Bool {
        if case .success(.unchanged) = result { true } else { false }
    }
}
