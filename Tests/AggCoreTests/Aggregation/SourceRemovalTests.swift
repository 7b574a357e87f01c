import AggTesting
import Foundation
import Synchronization
import Testing

import AggCore
import AggSource
import AggStorage

/// What is left of a source that cannot be removed completely.
struct SourceRemovalTests {
    private let store = SpyRecordStore()
    private let registry: SourceRegistry
    private let id: SourceID

    init() throws {
        registry = try SourceRegistry(kinds: [NumbersSource.self])
        id = try #require(registry.instances.first).id
    }

    private func sources(_ files: any SourceConfigurationStore) -> Aggregator {
        Aggregator(
            registry: registry, store: store, users: InMemoryUserStore(),
            services: SourceServices(http: StubHTTPClient([:])), configurations: files)
    }

    @Test func `keeps the file of a source whose rows cannot be removed`() async throws {
        store.fail(with: .locked(file: "m"))
        let files = RemovableFile()
        let aggregator = sources(files)
        await #expect(throws: SourceChangeError.store(.locked(file: "m"))) { try await aggregator.remove(id) }
        #expect(!files.isRemoved)
        #expect(aggregator.registry[id] != nil)
    }

    @Test func `removes the file of a source whose rows on a server may not be removed, and says why`() async throws {
        let refusal = StoreError.server(code: StoreError.readOnlyCode, reason: "ask for the role agg_refresher")
        store.fail(with: refusal)
        let files = RemovableFile()
        #expect(try await sources(files).remove(id) == refusal)
        #expect(files.isRemoved)
        // A folder that cannot be written is the user's own to repair.
        store.fail(with: .readOnly(file: "m"))
        let others = RemovableFile()
        await #expect(throws: SourceChangeError.store(.readOnly(file: "m"))) { try await sources(others).remove(id) }
        #expect(!others.isRemoved)
    }

    @Test func `keeps a source whose file cannot be removed, without its rows`() async throws {
        let aggregator = sources(RemovableFile(error: .failed("cannot remove the file")))
        await #expect(throws: SourceChangeError.failed("cannot remove the file")) { try await aggregator.remove(id) }
        #expect(store.events == [.removed(id)])
        #expect(aggregator.registry[id] != nil)
    }

    @Test func `removes the rows and the file of a source`() async throws {
        let files = RemovableFile()
        try await sources(files).remove(id)
        #expect(store.events == [.removed(id)])
        #expect(files.isRemoved)
    }

    @Test func `a refresh that waited for its turn stores nothing while its source is being removed`() async throws {
        let aggregator = sources(RemovableFile())
        await store.removalGate.close()
        let removal = Task { try await aggregator.remove(id) }
        await store.removalGate.untilSomeoneWaits()
        let outcomes = await aggregator.refresh(registry.instances).reduce(into: [SourceError?]()) { outcomes, event in
            if case .finished(let outcome) = event { outcomes.append(outcome.error) }
        }
        await store.removalGate.open()
        _ = try await removal.value
        #expect(outcomes == [.cancelled])
        #expect(store.events == [.removed(id)])
    }
}

/// Configuration files with one for every source, which can be removed unless there is an error.
private final class RemovableFile: SourceConfigurationStore {
    private let error: SourceChangeError?
    private let removed = Mutex(false)

    init(error: SourceChangeError? = nil) {
        self.error = error
    }

    var isRemoved: Bool { removed.withLock { $0 } }

    func entries() throws(ConfigurationFaults) -> [SourceEntry] { [] }

    func add(_ entries: [SourceEntry]) -> [Result<String, SourceChangeError>] { [] }

    func remove(_ id: SourceID) throws(SourceChangeError) {
        if let error { throw error }
        removed.withLock { $0 = true }
    }

    func file(of id: SourceID) -> SourceText? { SourceText(path: "sources.d/\(id).yml", text: "") }

    func entry(of id: SourceID) -> SourceEntry? { nil }

    func write(_ file: SourceText) throws(SourceChangeError) {}

    func text(of entry: SourceEntry) -> String { "" }

    func setEnabled(_ isEnabled: Bool, _ id: SourceID) throws(SourceChangeError) {}
}
