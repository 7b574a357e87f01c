import AggCore
import AggSource
import AggStorage
import AggTesting
import Foundation
import Synchronization
import Testing

/// When a load sends the state of an earlier one, and how it handles an unchanged response.
@Suite struct ConditionalLoadTests {
    private var fixture: LoaderFixture

    init() throws {
        fixture = try LoaderFixture()
    }

    /// Returns the state that the fetcher received.
    private func asked(_ stored: StoredSource?, isForced: Bool = false) async throws -> FetchState? {
        let seen = SeenState()
        var fixture = fixture
        fixture.stored = stored
        fixture.fetcher = StubFetcher { state, _ in
            seen.state.withLock { $0 = state }
            return .complete(FetchSummary())
        }
        _ = try await fixture.load(from: fixture.store(), isForced: isForced)
        return seen.state.withLock(\.self)
    }

    @Test func `fetches with the stored state`() async throws {
        #expect(try await asked(fixture.current()) == FetchState(["etag": "1"]))
    }

    @Test func `fetches everything if nothing is stored`() async throws {
        #expect(try await asked(nil) == nil)
    }

    @Test func `fetches everything if forced`() async throws {
        #expect(try await asked(fixture.current(), isForced: true) == nil)
    }

    @Test func `fetches everything after a change of the configuration`() async throws {
        var stored = fixture.current()
        stored.fingerprint = "another"
        #expect(try await asked(stored) == nil)
    }

    @Test func `fetches everything after a change of the mapping`() async throws {
        var stored = fixture.current()
        stored.mappingVersion = 2
        #expect(try await asked(stored) == nil)
    }

    @Test(arguments: [Origin.starter, .import])
    func `fetches everything if the stored rows did not come from the source's URL`(origin: Origin) async throws {
        var stored = fixture.current()
        stored.origin = origin
        #expect(try await asked(stored) == nil)
    }

    @Test mutating func `confirms the stored rows with their state if nothing has changed`() async throws {
        fixture.stored = fixture.current()
        fixture.fetcher = StubFetcher { _, _ in .unchanged(nil) }
        let store = fixture.store()
        let loaded = try await fixture.load(from: store)
        #expect(store.events == [.staged, .discarded, .confirmed(FetchState(["etag": "1"]), fixture.now)])
        var change = LoadChange()
        change.isNotModified = true
        #expect(loaded == LoadedSource(origin: .remote, records: 4, fetchedAt: fixture.now, change: change))
        #expect(change.isEmpty)
    }

    @Test mutating func `confirms with the newer state`() async throws {
        fixture.stored = fixture.current()
        fixture.fetcher = StubFetcher { _, _ in .unchanged(FetchState(["etag": "2"])) }
        let store = fixture.store()
        _ = try await fixture.load(from: store)
        #expect(store.events.last == .confirmed(FetchState(["etag": "2"]), fixture.now))
    }

    @Test mutating func `does not confirm the rows of a refresh that succeeded during the load`() async throws {
        let store = InMemoryRecordStore()
        let commitFirst = try await fixture.stageElsewhere("1", in: store)
        try await commitFirst()
        let commitOther = try await fixture.stageElsewhere("2", in: store)
        fixture.fetcher = StubFetcher { state, _ throws(SourceError) in
            try await commitOther()
            return .unchanged(state)
        }
        let loaded = try await fixture.load(from: store)
        #expect(loaded.change?.isEmpty == true)
        #expect(loaded.notes == ["another refresh finished first; its rows were kept"])
        let state = await store.states()[fixture.instance.id]
        #expect(state?.fetchState == FetchState(["etag": "2"]))
    }

    @Test mutating func `does not treat rows of another configuration as unchanged`() async throws {
        fixture.stored = fixture.current()
        fixture.stored?.fingerprint = "another"
        fixture.fetcher = StubFetcher { _, _ in .unchanged(nil) }
        let store = fixture.store()
        let reason = SourceError.invalidData("(the source reports no changes, but nothing is stored)")
        #expect(try await fixture.load(from: store).fallbackReason == reason)
        #expect(store.events == [.staged, .discarded, .failed(LoadFailure(reason, at: fixture.now))])
    }
}

/// The state that a fetcher received.
private final class SeenState: Sendable {
    let state = Mutex<FetchState?>(nil)
}
