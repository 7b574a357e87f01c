import AggSearch
import AggSource
import AggStorage
import Foundation
import Synchronization

/// A store that returns given states and logs what is done to it.
final class SpyRecordStore: RecordStore {
    /// A call on the store.
    enum Event: Hashable {
        case staged
        case wrote(Int)
        case committed(RefreshCommit)
        case discarded
        case confirmed(FetchState?, Date)
        case failed(LoadFailure)
        case removed(SourceID)
    }

    private struct State {
        var states: [SourceID: StoredSource] = [:]
        var changeTimes: [SourceID: Date] = [:]
        var log = ChangeLog()
        var events: [Event] = []
        var error: StoreError?
        var writeError: StoreError?
        var commitError: CommitError?
    }

    private let state = Mutex(State())
    let writeGate = Gate()
    let removalGate = Gate()

    init(
        _ states: [SourceID: StoredSource] = [:], changeTimes: [SourceID: Date] = [:], log: ChangeLog = ChangeLog()
    ) {
        state.withLock { state in
            state.states = states
            state.changeTimes = changeTimes
            state.log = log
        }
    }

    /// The calls, in order.
    var events: [Event] { state.withLock { $0.events } }
    /// Makes every access fail.
    func fail(with error: StoreError) { state.withLock { $0.error = error } }
    /// Makes every write of records fail.
    func failWrites(with error: StoreError) { state.withLock { $0.writeError = error } }
    /// Makes every commit fail.
    func failCommits(with error: CommitError) { state.withLock { $0.commitError = error } }

    func states() async throws(StoreError) -> [SourceID: StoredSource] {
        let (states, error) = state.withLock { ($0.states, $0.error) }
        if let error { throw error }
        return states
    }

    func stage(_ source: SourceID) async throws(StoreError) -> any StagingArea {
        try await stage(source, unsearchable: [])
    }

    func stage(_ source: SourceID, unsearchable columns: Set<String>) async throws(StoreError) -> any StagingArea {
        try note(.staged)
        return SpyStagingArea(store: self)
    }

    func confirm(
        _ source: SourceID, over basis: StoredSource?, state: FetchState?, at time: Date
    ) async throws(StoreError) -> StoredSource? {
        try note(.confirmed(state, time))
        return nil
    }

    func noteFailure(
        _ failure: LoadFailure, of source: SourceID, over basis: StoredSource?
    ) async throws(StoreError) {
        try note(.failed(failure))
    }

    func count(_ search: RecordSearch) async throws(StoreError) -> [SourceID: Int] { [:] }

    func facet(_ request: FacetRequest) async throws(StoreError) -> Facet { Facet() }

    func coordinates(of records: RecordSelection) async throws(StoreError) -> [Coordinate] { [] }
    func changeTimes() async throws(StoreError) -> [SourceID: Date] { state.withLock(\.changeTimes) }
    func lastChanges(of source: SourceID, keys: Set<String>) async throws(StoreError) -> [RecordChange] { [] }

    func words(near word: String) async throws(StoreError) -> [String: Int] { [:] }
    func counts(of words: [String]) async throws(StoreError) -> [String: Int] { [:] }

    func search(_ search: RecordSearch) async throws(StoreError) -> [SourceID: SourceMatches] { [:] }
    func list(
        _ source: SourceID, where condition: RecordCondition, order: ListOrder, limit: Int
    ) async throws(StoreError) -> [Record] { [] }
    func records(at addresses: [RecordAddress]) async throws(StoreError) -> [RecordAddress: Record] { [:] }
    func titles(
        startingWith text: String, in sources: [SourceID], limit: Int
    ) async throws(StoreError) -> [String] { [] }
    func values(
        of column: String, startingWith text: String, in sources: [SourceID], limit: Int
    ) async throws(StoreError) -> [String] { [] }
    func changes(of source: SourceID, since time: Date?, limit: Int) async throws(StoreError) -> ChangeLog {
        state.withLock(\.log)
    }
    func remove(_ source: SourceID) async throws(StoreError) {
        await removalGate.pass()
        try note(.removed(source))
    }

    fileprivate func write(_ count: Int) throws(StoreError) {
        if let error = state.withLock({ $0.writeError }) { throw error }
        try note(.wrote(count))
    }

    fileprivate func commit(_ commit: RefreshCommit) throws(CommitError) {
        if let error = state.withLock({ $0.commitError }) { throw error }
        state.withLock { $0.events.append(.committed(commit)) }
    }

    fileprivate func noteDiscard() { state.withLock { $0.events.append(.discarded) } }

    private func note(_ event: Event) throws(StoreError) {
        let error = state.withLock { state in
            if state.error == nil { state.events.append(event) }
            return state.error
        }
        if let error { throw error }
    }
}

/// The staging area of the spy, which counts records and waits while the store's gate is closed.
private actor SpyStagingArea: StagingArea {
    private let store: SpyRecordStore
    private(set) var count = 0

    init(store: SpyRecordStore) {
        self.store = store
    }

    func write(_ records: [Record]) async throws(StoreError) -> Int {
        await store.writeGate.pass()
        try store.write(records.count)
        count += records.count
        return count
    }

    func commit(_ commit: RefreshCommit) async throws(CommitError) -> CommitOutcome {
        try store.commit(commit)
        var change = LoadChange()
        change.added = count
        return CommitOutcome(records: count, change: change)
    }

    func discard() async {
        store.noteDiscard()
    }
}

/// A gate at which tasks wait while it is closed; initially open.
actor Gate {
    private var isClosed = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var arrivals: [CheckedContinuation<Void, Never>] = []

    func close() { isClosed = true }

    func open() {
        isClosed = false
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    func pass() async {
        guard isClosed else { return }
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            for arrival in arrivals { arrival.resume() }
            arrivals = []
        }
    }

    /// Returns when a task is waiting.
    func untilSomeoneWaits() async {
        guard waiting.isEmpty else { return }
        await withCheckedContinuation { arrivals.append($0) }
    }
}
