import AggSource
import AggStorage
import Foundation

/// Loads a source from outside: fetches, stages, and commits once.
///
/// Stored rows do not change before the commit; a failed load stores its reason along with them, unless only this run
/// of the program is the reason.
struct RemoteLoader: SourceLoader {
    let source: SourceInstance
    let store: any RefreshStore
    let fetcher: any RecordFetcher
    let clock: WallClock
    let progress: ProgressReporter
    /// Whether to request unconditionally and to accept a response that would be held back.
    let isForced: Bool
    /// The watched searches, whose matches are found among the changes; nil if unsupported.
    var alerts: (any AlertStore)?

    func load() async throws(SourceError) -> LoadedSource {
        let found = try await inStore { () throws(StoreError) in try await store.state(of: source.id) }
        let stored = found ?? .nothing
        do {
            return try await fetchAndCommit(over: stored)
        } catch .cancelled {
            throw .cancelled
        } catch .store(let code, let reason) where Self.codesOfStore.contains(code) {
            // A locked store can't record the failure either: trying would double the wait. If another process is
            // refreshing the source, nothing has failed. And a lost connection to a server says nothing about the
            // source: to others who share the store, it is no failure, and the reason may name files of this machine.
            throw .store(code: code, reason: reason)
        } catch let error where error.isOfThisRun {
            // Later runs must not take it for a failure of the source.
            throw error
        } catch let error {
            // The reason for the failure is what matters; being unable to record it is not worth a second error.
            let failure = LoadFailure(error, at: clock.now)
            _ = try? await store.noteFailure(failure, of: source.id, over: stored)
            throw error
        }
    }

    /// The codes of errors that are not failures of the source.
    private static let codesOfStore = [StoreError.lockedCode, StoreError.refreshingCode, StoreError.unreachableCode]

    private func fetchAndCommit(over stored: StoredSource) async throws(SourceError) -> LoadedSource {
        let isCurrent = stored.isOf(source) && stored.origin == .remote
        let state = isCurrent && !isForced ? earlierState(stored) : nil
        let sink = try await StagingSink(
            source.id, unsearchable: source.unsearchableColumns, in: store, progress: progress)
        let start = clock.now
        do throws(SourceError) {
            let result = try await fetcher.fetch(since: state, into: sink)
            try await sink.finish()
            if Task.isCancelled { throw SourceError.cancelled }
            switch result {
            case .unchanged(let newer, let bytes):
                guard isCurrent else {
                    throw SourceError.invalidData("(the source reports no changes, but nothing is stored)")
                }
                await sink.abandon()
                var change = LoadChange()
                change.isNotModified = true
                change.bytes = bytes
                var confirmed = newer ?? state
                if keep != nil { confirmed?.values[Self.readState] = state?.values[Self.readState] }
                return try await confirm(stored, confirmed, at: time(since: start), change)
            case .complete(let summary):
                // A successful simulation does not replace real rows with a sample, nor renew their time.
                if source.simulation != nil, stored.isReal, let fetchedAt = stored.fetchedAt {
                    await sink.abandon()
                    return try await confirm(stored, stored.fetchState, at: fetchedAt, LoadChange())
                }
                return try await commit(sink.staging, summary, over: stored, since: start)
            }
        } catch {
            await sink.abandon()
            throw error
        }
    }

    /// The name under which the state of an accumulating source records when a response was last read.
    private static let readState = "read"

    /// How long a row is kept after the source dropped it; nil if it is removed at once.
    private var keep: Duration? {
        if case .accumulate(let keep) = source.dataSource.policy.mode { keep } else { nil }
    }

    /// The state of the earlier fetch, without conditions if rows that the source had dropped by then may have been
    /// kept for long enough: only reading it again tells which ones it still has.
    private func earlierState(_ stored: StoredSource) -> FetchState? {
        let state = stored.fetchState
        guard let keep, let seconds = state?.values[Self.readState].flatMap(Double.init),
            clock.now.timeIntervalSince1970 - seconds > keep / .seconds(1)
        else { return state }
        return state?.withoutConditions
    }

    /// The time at which rows are known to be current: when they were requested, since a machine may sleep for a week
    /// before they are stored; never in the future, since its clock may be set back in the meantime.
    private func time(since start: Date) -> Date { min(start, clock.now) }

    private func confirm(
        _ stored: StoredSource, _ state: FetchState?, at time: Date, _ change: LoadChange
    ) async throws(SourceError) -> LoadedSource {
        let newer = try await inStore { () throws(StoreError) in
            try await store.confirm(source.id, over: stored, state: state, at: time)
        }
        if let newer { return LoadedSource(keeping: newer, change) }
        return LoadedSource(origin: stored.origin, records: stored.records, fetchedAt: time, change: change)
    }

    private func commit(
        _ staging: any StagingArea, _ summary: FetchSummary, over stored: StoredSource, since start: Date
    ) async throws(SourceError) -> LoadedSource {
        if summary.skipped.count > 0, await staging.count == 0 {
            throw .invalidData("in every item: \(summary.skipped.text)")
        }
        progress.report(.committing)
        // Simulated rows are not data, and those of another kind are not this source's: they are removed, whatever the
        // policy would keep.
        let isOverSimulated = source.simulation == nil && stored.isSimulated
        let isOverOthers = isOverSimulated || source.simulation == nil && stored.isOfKind(otherThan: source.kind)
        let fetchedAt = time(since: start)
        var state = summary.state
        if keep != nil { state?.values[Self.readState] = String(fetchedAt.timeIntervalSince1970) }
        let commit = RefreshCommit(
            origin: .remote, mode: isOverOthers ? .replace : mode(summary), state: state,
            fingerprint: source.fingerprint,
            mappingVersion: source.dataSource.mappingVersion, notes: summary.notes, fetchedAt: fetchedAt,
            acceptsLoss: isForced || isOverSimulated, unexaminedSince: await unexaminedSince(),
            basis: isForced ? nil : stored, removed: summary.removed,
            // A fetch sets its own mode if it knows which rows the source still has.
            removesUnkept: summary.mode != nil)
        let written = await staging.count
        var outcome = try await staging.commit(as: commit)
        outcome.change.bytes = summary.bytes
        if let newer = outcome.newer { return LoadedSource(keeping: newer, outcome.change) }
        outcome.change.written = written
        if summary.hasVersions {
            outcome.change.written -= outcome.change.duplicates
            outcome.change.duplicates = 0
        }
        outcome.change.skipped = summary.skipped
        outcome.change.isFirst = stored.fetchedAt == nil
        return LoadedSource(
            origin: .remote, records: outcome.records, fetchedAt: commit.fetchedAt, change: outcome.change,
            notes: summary.notes + Self.notes(on: outcome, over: stored))
    }

    /// What happens to stored rows that the source did not send.
    private func mode(_ summary: FetchSummary) -> SourcePolicy.Mode {
        if let mode = summary.mode { return mode }
        return summary.isIncomplete && !isForced ? .keepAll : source.dataSource.policy.mode
    }

    /// A note if the source has no rows, though it had some or has just been added.
    private static func notes(on outcome: CommitOutcome, over stored: StoredSource) -> [String] {
        guard outcome.records == 0, outcome.change.isFirst || outcome.change.removed > 0 else { return [] }
        let hadSample = stored.origin == .starter && stored.records > 0
        return ["the source has no rows" + (hadSample ? "; its starter sample was removed" : "")]
    }

    /// The time after which a watched search has not examined this source's changes; nil if nothing is watched.
    private func unexaminedSince() async -> Date? {
        guard let alerts else { return nil }
        // An unreadable user file must not stop a refresh.
        return (try? await alerts.firstUnexamined(of: source.id)) ?? nil
    }

    private func inStore<Value>(
        _ work: () async throws(StoreError) -> Value
    ) async throws(SourceError) -> Value {
        do { return try await work() } catch { throw SourceError(error) }
    }
}

extension LoadedSource {
    /// Creates the result of a load that stored nothing because another refresh finished first.
    fileprivate init(keeping newer: StoredSource, _ change: LoadChange) {
        self.init(
            origin: newer.origin, records: newer.records, fetchedAt: newer.fetchedAt, change: change,
            notes: ["another refresh finished first; its rows were kept"])
    }
}
