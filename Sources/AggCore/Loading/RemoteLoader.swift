import AggSource
import AggStorage
import Foundation

/// Loads a source from outside: fetches, stages, and commits once.
///
/// Stored rows do not change before the commit; a failed load stores its reason along with them.
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
        do {
            return try await fetchAndCommit()
        } catch .cancelled {
            throw .cancelled
        } catch .store(StoreError.lockedCode, let reason) {
            // A locked store can't record the failure either: trying would double the wait.
            throw .store(code: StoreError.lockedCode, reason: reason)
        } catch let error {
            // The reason for the failure is what matters; being unable to record it is not worth a second error.
            let failure = LoadFailure(error, at: clock.now)
            _ = try? await store.noteFailure(failure, of: source.id)
            throw error
        }
    }

    private func fetchAndCommit() async throws(SourceError) -> LoadedSource {
        let stored = try await inStore { () throws(StoreError) in try await store.state(of: source.id) }
        let isCurrent = stored.map { $0.isOf(source) && $0.origin == .remote } ?? false
        let state = isCurrent && !isForced ? stored?.fetchState : nil
        let sink = try await StagingSink(source.id, in: store, progress: progress)
        let start = clock.now
        do throws(SourceError) {
            let result = try await fetcher.fetch(since: state, into: sink)
            try await sink.finish()
            if Task.isCancelled { throw SourceError.cancelled }
            switch result {
            case .unchanged(let newer, let bytes):
                guard isCurrent, let stored else {
                    throw SourceError.invalidData("(the source reports no changes, but nothing is stored)")
                }
                await sink.abandon()
                return try await confirm(stored, newer ?? state, bytes, since: start)
            case .complete(let summary):
                if source.simulation != nil, let stored, stored.isReal {
                    await sink.abandon()
                    return try await keep(stored)
                }
                return try await commit(sink.staging, summary, over: stored, since: start)
            }
        } catch {
            await sink.abandon()
            throw error
        }
    }

    /// The time at which rows are known to be current: when they were requested, since a machine may sleep for a week
    /// before they are stored; never in the future, since its clock may be set back in the meantime.
    private func time(since start: Date) -> Date { min(start, clock.now) }

    private func confirm(
        _ stored: StoredSource, _ state: FetchState?, _ bytes: Int, since start: Date
    ) async throws(SourceError) -> LoadedSource {
        let now = time(since: start)
        try await inStore { () throws(StoreError) in try await store.confirm(source.id, state: state, at: now) }
        var change = LoadChange()
        change.isNotModified = true
        change.bytes = bytes
        return LoadedSource(origin: .remote, records: stored.records, fetchedAt: now, change: change)
    }

    /// Keeps real rows and their time: a successful simulation does not replace them with a sample.
    private func keep(_ stored: StoredSource) async throws(SourceError) -> LoadedSource {
        if let time = stored.fetchedAt {
            try await inStore { () throws(StoreError) in
                try await store.confirm(source.id, state: stored.fetchState, at: time)
            }
        }
        return LoadedSource(
            origin: stored.origin, records: stored.records, fetchedAt: stored.fetchedAt, change: LoadChange())
    }

    private func commit(
        _ staging: any StagingArea, _ summary: FetchSummary, over stored: StoredSource?, since start: Date
    ) async throws(SourceError) -> LoadedSource {
        if summary.skipped.count > 0, await staging.count == 0 {
            throw .invalidData("in every item: \(summary.skipped.text)")
        }
        progress.report(.committing)
        // Simulated rows are not data: they are removed, whatever the policy would keep.
        let isOverSimulated = source.simulation == nil && stored?.isSimulated == true
        let commit = RefreshCommit(
            origin: .remote, mode: isOverSimulated ? .replace : summary.mode ?? source.dataSource.policy.mode,
            state: summary.state,
            fingerprint: source.fingerprint,
            mappingVersion: source.dataSource.mappingVersion, notes: summary.notes, fetchedAt: time(since: start),
            acceptsLoss: isForced || isOverSimulated, unexaminedSince: await unexaminedSince())
        let written = await staging.count
        var outcome = try await staging.commit(as: commit)
        outcome.change.written = written
        outcome.change.skipped = summary.skipped
        outcome.change.bytes = summary.bytes
        return LoadedSource(
            origin: .remote, records: outcome.records, fetchedAt: commit.fetchedAt, change: outcome.change,
            notes: summary.notes)
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
