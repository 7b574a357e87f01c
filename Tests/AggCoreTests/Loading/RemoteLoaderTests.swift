import AggCore
import AggSource
import AggStorage
import AggTesting
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct RemoteLoaderTests {
    private var fixture: LoaderFixture
    private let records = (1...3).map { Record(key: "\($0)", title: "Book \($0)") }

    init() throws {
        fixture = try LoaderFixture()
    }

    @Test mutating func `commits the fetched rows once, with state, fingerprint, and version`() async throws {
        fixture.fetcher = StubFetcher { [records] _, sink throws(SourceError) in
            try await sink.write(records)
            try await sink.write([records[0]])
            return .complete(FetchSummary(state: FetchState(["etag": "2"]), bytes: 99, notes: ["first of 3 pages"]))
        }
        let store = fixture.store()
        let loaded = try await fixture.load(from: store)
        let commit = RefreshCommit(
            origin: .remote, mode: .replace, state: FetchState(["etag": "2"]),
            fingerprint: fixture.instance.fingerprint, mappingVersion: 3, notes: ["first of 3 pages"],
            fetchedAt: fixture.now, basis: .nothing)
        #expect(store.events == [.staged, .wrote(3), .wrote(1), .committed(commit)])
        var change = LoadChange()
        change.added = 4
        change.bytes = 99
        change.written = 4
        change.isFirst = true
        #expect(
            loaded
                == LoadedSource(
                    origin: .remote, records: 4, fetchedAt: fixture.now, change: change, notes: ["first of 3 pages"]))
    }

    @Test mutating func `accepts loss if forced`() async throws {
        let store = fixture.store()
        _ = try await fixture.load(from: store, isForced: true)
        guard case .committed(let commit) = store.events.last else {
            Issue.record("nothing was committed")
            return
        }
        #expect(commit.acceptsLoss)
    }

    /// The commit of a load whose fetch returns a summary.
    private mutating func commit(of summary: FetchSummary, isForced: Bool = false) async throws -> RefreshCommit? {
        fixture.fetcher = StubFetcher { [records] _, sink throws(SourceError) in
            try await sink.write(records)
            return .complete(summary)
        }
        let store = fixture.store()
        _ = try await fixture.load(from: store, isForced: isForced)
        guard case .committed(let commit) = store.events.last else { return nil }
        return commit
    }

    @Test(arguments: [(false, SourcePolicy.Mode.keepAll), (true, .replace)])
    mutating func `an incomplete fetch removes no rows unless forced`(
        isForced: Bool, mode: SourcePolicy.Mode
    ) async throws {
        var summary = FetchSummary()
        summary.isIncomplete = true
        #expect(try await commit(of: summary, isForced: isForced)?.mode == mode)
    }

    @Test(arguments: [nil, SourcePolicy.Mode.keepAll])
    mutating func `rows that a fetch itself does not keep were removed by the source`(
        mode: SourcePolicy.Mode?
    ) async throws {
        var summary = FetchSummary()
        summary.mode = mode
        #expect(try await commit(of: summary)?.removesUnkept == (mode != nil))
    }

    @Test mutating func `reports its progress`() async throws {
        fixture.fetcher = StubFetcher { [records] _, sink throws(SourceError) in
            try await sink.write(records)
            return .complete(FetchSummary())
        }
        let (steps, step) = AsyncStream.makeStream(of: LoadProgress.self)
        _ = try await fixture.load(from: fixture.store(), progress: ProgressReporter { step.yield($0) })
        step.finish()
        #expect(await steps.reduce(into: []) { $0.append($1) } == [.records(3), .committing])
    }

    @Test mutating func `counts what the fetcher left out`() async throws {
        var skipped = SkippedItems()
        skipped.add(item: 2, reason: "has no name")
        fixture.fetcher = StubFetcher { [records, skipped] _, sink throws(SourceError) in
            try await sink.write(records)
            return .complete(FetchSummary(skipped: skipped))
        }
        #expect(try await fixture.load(from: fixture.store()).change?.skipped == skipped)
    }

    @Test mutating func `treats a response whose items are all skipped as invalid data`() async throws {
        var skipped = SkippedItems()
        skipped.add(item: 1, reason: "has no name")
        fixture.fetcher = StubFetcher { [skipped] _, _ in .complete(FetchSummary(skipped: skipped)) }
        let store = fixture.store()
        let error = SourceError.invalidData("in every item: 1 skipped (item 1 has no name)")
        await #expect(throws: error) { try await fixture.load(from: store) }
        #expect(store.events == [.staged, .discarded, .failed(LoadFailure(error, at: fixture.now))])
    }

    @Test mutating func `accepts a response without items`() async throws {
        let store = fixture.store()
        let loaded = try await fixture.load(from: store)
        #expect(loaded.records == 0)
        #expect(loaded.notes == ["the source has no rows"])
        #expect(store.events.count == 2)
    }

    @Test mutating func `falls back to the stored rows and records the failure`() async throws {
        fixture.stored = fixture.current()
        fixture.fetcher = StubFetcher { [records] _, sink throws(SourceError) in
            try await sink.write(records)
            throw .http(status: 503)
        }
        let store = fixture.store()
        let loaded = try await fixture.load(from: store)
        #expect(
            loaded
                == LoadedSource(
                    origin: .remote, records: 4, fetchedAt: fixture.now - 60, fallbackReason: .http(status: 503)))
        let failure = LoadFailure(.http(status: 503), at: fixture.now)
        #expect(store.events == [.staged, .wrote(3), .discarded, .failed(failure)])
    }

    @Test mutating func `discards the staged rows only after the last write`() async throws {
        let store = fixture.store()
        await store.writeGate.close()
        fixture.fetcher = StubFetcher { [records] _, sink throws(SourceError) in
            try await sink.write(records)
            await store.writeGate.untilSomeoneWaits()
            throw .offline("no network")
        }
        let task = Task { [fixture] in try await fixture.load(from: store) }
        await store.writeGate.untilSomeoneWaits()
        await store.writeGate.open()
        await #expect(throws: SourceError.offline("no network")) { try await task.value }
        #expect(store.events.prefix(3) == [.staged, .wrote(3), .discarded])
    }

    @Test(arguments: [
        (CommitError.heldBack(stored: 9, offered: 2), SourceError.heldBack(stored: 9, offered: 2)),
        (.store(.full(file: "m")), SourceError(StoreError.full(file: "m"))),
    ])
    mutating func `reports why nothing was committed`(error: CommitError, reason: SourceError) async throws {
        fixture.stored = fixture.current()
        let store = fixture.store()
        store.failCommits(with: error)
        #expect(try await fixture.load(from: store).fallbackReason == reason)
        #expect(store.events == [.staged, .discarded, .failed(LoadFailure(reason, at: fixture.now))])
    }

    @Test mutating func `a lost connection to the store is not recorded as a failure of the source`() async throws {
        fixture.stored = fixture.current()
        let store = fixture.store()
        let away = StoreError.server(code: StoreError.unreachableCode, reason: "the connection to X was lost")
        store.failCommits(with: .store(away))
        #expect(try await fixture.load(from: store).fallbackReason == SourceError(away))
        #expect(store.events == [.staged, .discarded])
    }

    @Test mutating func `waits for a lock once, and not again to record the failure`() async throws {
        fixture.stored = fixture.current()
        let store = fixture.store()
        store.failCommits(with: .store(.locked(file: "m")))
        #expect(try await fixture.load(from: store).fallbackReason == SourceError(StoreError.locked(file: "m")))
        #expect(store.events == [.staged, .discarded])
    }

    @Test(arguments: [false, true])
    mutating func `keeps the rows of a refresh that succeeded during the load, unless forced`(
        isForced: Bool
    ) async throws {
        let store = InMemoryRecordStore()
        let commitOther = try await fixture.stageElsewhere("1", in: store)
        fixture.fetcher = StubFetcher { [records] _, sink throws(SourceError) in
            try await sink.write(records)
            try await commitOther()
            return .complete(FetchSummary(state: FetchState(["etag": "2"]), bytes: 99))
        }
        let loaded = try await fixture.load(from: store, isForced: isForced)
        #expect(loaded.records == (isForced ? 3 : 1))
        #expect(loaded.change?.isEmpty == !isForced)
        #expect(loaded.change?.bytes == 99)
        #expect(loaded.notes == (isForced ? [] : ["another refresh finished first; its rows were kept"]))
        let state = await store.states()[fixture.instance.id]
        #expect(state?.records == loaded.records)
        #expect(state?.fetchState == FetchState(["etag": isForced ? "2" : "1"]))
    }

    @Test mutating func `a failure does not mark the rows of a refresh that succeeded during the load`() async throws {
        let store = InMemoryRecordStore()
        let commitOther = try await fixture.stageElsewhere("1", in: store)
        fixture.fetcher = StubFetcher { _, _ throws(SourceError) in
            try await commitOther()
            throw .http(status: 503)
        }
        let loaded = try await fixture.load(from: store)
        #expect(loaded.fallbackReason == .http(status: 503))
        #expect(loaded.records == 1)
        let state = await store.states()[fixture.instance.id]
        #expect(state?.records == 1)
        #expect(state?.failure == nil)
    }

    @Test mutating func `commits only what was written after the fetcher restarted`() async throws {
        fixture.fetcher = StubFetcher { [records] _, sink throws(SourceError) in
            try await sink.write(records)
            try await sink.restart()
            try await sink.write([records[0]])
            return .complete(FetchSummary())
        }
        let store = fixture.store()
        #expect(try await fixture.load(from: store).records == 1)
        #expect(store.events.prefix(5) == [.staged, .wrote(3), .discarded, .staged, .wrote(1)])
    }

    @Test(arguments: [true, false])
    mutating func `records no failure and returns no rows when cancelled`(isInStore: Bool) async throws {
        fixture.stored = fixture.current()
        let store = fixture.store()
        if isInStore {
            store.failCommits(with: .store(.cancelled))
        } else {
            fixture.fetcher = StubFetcher { _, _ throws(SourceError) in throw .cancelled }
        }
        await #expect(throws: SourceError.cancelled) { try await fixture.load(from: store) }
        #expect(store.events == [.staged, .discarded])
    }

    @Test mutating func `commits nothing if its task was cancelled during the fetch`() async throws {
        let store = fixture.store()
        fixture.fetcher = StubFetcher { _, _ in
            withUnsafeCurrentTask { $0?.cancel() }
            return .complete(FetchSummary())
        }
        let task = Task { [fixture] in try await fixture.load(from: store) }
        await #expect(throws: SourceError.cancelled) { try await task.value }
        #expect(store.events == [.staged, .discarded])
    }

    @Test mutating func `reports an unreadable store even though the failure cannot be recorded`() async throws {
        let store = fixture.store()
        store.fail(with: .locked(file: "m"))
        await #expect(throws: SourceError(StoreError.locked(file: "m"))) { try await fixture.load(from: store) }
        #expect(store.events.isEmpty)
    }
}
