import AggSearch
import AggSource
import AggStorage
import Foundation

/// The staging area of the in-memory store.
actor InMemoryStagingArea: StagingArea {
    private let source: SourceID
    private let unsearchable: Set<String>
    private let store: InMemoryRecordStore
    private var records: [Record] = []

    init(_ source: SourceID, unsearchable: Set<String>, in store: InMemoryRecordStore) {
        self.source = source
        self.unsearchable = unsearchable
        self.store = store
    }

    var count: Int { records.count }

    func write(_ records: [Record]) -> Int {
        self.records += records
        return self.records.count
    }

    func commit(_ commit: RefreshCommit) async throws(CommitError) -> CommitOutcome {
        var change = LoadChange()
        var staged: [String: InMemoryRecordStore.Row] = [:]
        for record in records {
            staged[record.key] = InMemoryRecordStore.Row(record, unsearchable: unsearchable, seen: commit.fetchedAt)
        }
        change.duplicates = records.count - staged.count
        for key in commit.removed { staged[key] = nil }
        let held = await store.holding(source)
        if let state = held?.state, state.wasRefreshed(since: commit.basis) { return CommitOutcome(keeping: state) }
        var rows = held?.state.origin == .starter ? [:] : held?.rows ?? [:]
        let stored = rows.count
        var oldest: Date?
        if case .accumulate(let keep) = commit.mode {
            oldest = (commit.fetchedAt ?? .distantPast).addingTimeInterval(-(keep / .seconds(1)))
        }
        var differences = Differences()
        for (key, row) in rows where staged[key] == nil {
            if let oldest, !commit.removed.contains(key),
                (row.seen ?? held?.state.fetchedAt ?? .distantPast) >= oldest
            {
                continue
            }
            rows[key] = nil
            change.removed += 1
            if oldest == nil || commit.removesUnkept || !commit.removed.isEmpty { differences.removed.append(row) }
        }
        for (key, row) in staged {
            switch rows[key]?.record {
            case nil:
                change.added += 1
                differences.added.append(row)
            case row.record where rows[key]?.words == row.words: break
            case let before?:
                change.changed += 1
                differences.changed.append((before, row))
            }
            rows[key] = row
        }
        try commit.checkLoss(change, of: stored)
        var state = StoredSource(
            origin: commit.origin, records: rows.count, fetchedAt: commit.fetchedAt, fetchState: commit.state,
            fingerprint: commit.fingerprint, mappingVersion: commit.mappingVersion, notes: commit.notes)
        state.changeCount =
            (held?.state.changeCount ?? 0) + commit.newsCount(change, offered: staged.count, over: held?.state)
        var log = held?.log ?? InMemoryChangeLog()
        for entry in commit.entries(for: change, offered: staged.count, over: held?.state, after: log.lastChange) {
            let changes = differences.changes(of: source, entry.at)
            log.add(entry, changes, of: commit)
        }
        await store.replace(source, with: InMemoryRecordStore.Holding(state: state, rows: rows, log: log))
        records = []
        return CommitOutcome(records: rows.count, change: change)
    }

    func discard() {
        records = []
    }
}

/// The changes of a commit to individual rows.
private struct Differences {
    typealias Row = InMemoryRecordStore.Row

    var added: [Row] = []
    var changed: [(before: Record, row: Row)] = []
    var removed: [Row] = []

    /// The changed rows, then the removed ones, then the added ones, best known first in each group.
    func changes(of source: SourceID, _ at: Date) -> [RecordChange] {
        func change(_ row: Row, _ kind: RecordChange.Kind, _ fields: [FieldChange] = []) -> RecordChange {
            RecordChange(
                address: RecordAddress(source: source, key: row.record.key), title: row.record.title, kind: kind,
                at: at,
                fields: FieldChangesJSON.shortened(fields))
        }
        return changed.sorted { InMemoryRecordStore.isListedBefore($0.row, $1.row) }
            .map { change($0.row, .changed, FieldChange.between($0.before, $0.row.record)) }
            + removed.sorted(by: InMemoryRecordStore.isListedBefore).map { change($0, .removed) }
            + added.sorted(by: InMemoryRecordStore.isListedBefore).map { change($0, .added) }
    }
}

/// The changes made by refreshes to a source of the in-memory store.
struct InMemoryChangeLog {
    /// The refreshes with their changes, oldest first.
    private var refreshes: [(refresh: ChangeLog.Refresh, changes: [RecordChange])] = []

    /// Adds a refresh and its changes, in the order in which they are kept.
    mutating func add(_ refresh: ChangeLog.Refresh, _ changes: [RecordChange], of commit: RefreshCommit) {
        let parts = commit.listed(refresh)
        let listed = changes.filter { change in
            switch change.kind {
            case .added: parts.added > 0
            case .changed: parts.changed > 0
            case .removed: parts.removed > 0
            }
        }
        refreshes.append((refresh, Array(listed.prefix(commit.mostChanges(ChangeRetention())))))
        forget(before: refresh.at.addingTimeInterval(-ChangeRetention().seconds), commit.unexaminedSince)
    }

    /// When the source last changed.
    var lastChange: Date? { refreshes.last?.refresh.at }

    /// The changes since a time; without one, those of the last refresh unless it took place before `last`.
    ///
    /// The changes of renewed refreshes are only listed if asked for.
    func log(since time: Date?, last: Date?, limit: Int, listsRenewed: Bool = false) -> ChangeLog {
        let span =
            time.map { time in refreshes.filter { $0.refresh.at >= time } }
            ?? lastRefresh.filter { $0.refresh.at >= last ?? .distantPast }
        let changes = span.reversed().filter { listsRenewed || $0.refresh.kind != .renewed }.flatMap(\.changes)
        return ChangeLog(
            changes: Array(changes.prefix(limit)), kept: changes.count, refreshes: span.map(\.refresh).reversed(),
            lastChange: lastChange, listsRenewed: listsRenewed)
    }

    /// The entries of the last refresh: the last one, and a renewed one for the same response.
    private var lastRefresh: [(refresh: ChangeLog.Refresh, changes: [RecordChange])] {
        guard let last = refreshes.last?.refresh else { return [] }
        return refreshes.suffix(2).filter { entry in
            entry.refresh == last
                || entry.refresh.kind == .renewed
                    && entry.refresh.at > last.at.addingTimeInterval(-ChangeLog.greatestGap)
        }
    }

    /// The changes to a record, newest first.
    func changes(to address: RecordAddress) -> [RecordChange] {
        refreshes.reversed().filter { $0.refresh.kind != .renewed }.flatMap {
            $0.changes.filter { $0.address == address }
        }
    }

    private mutating func forget(before time: Date, _ examined: Date?) {
        refreshes.removeAll { $0.refresh.at < time }
        refreshes = refreshes.suffix(ChangeLog.greatestRefreshes)
        for index in refreshes.indices
        where refreshes[index].refresh.kind == .renewed && refreshes[index].refresh.at <= examined ?? .distantFuture {
            refreshes[index].changes = []
        }
        let ordinary = refreshes.indices.filter { refreshes[$0].refresh.kind != .renewed }
        var surplus = ordinary.reduce(-ChangeRetention().count) { $0 + refreshes[$1].changes.count }
        for index in ordinary where surplus > 0 && refreshes[index].refresh.at <= examined ?? .distantFuture {
            let dropped = min(surplus, refreshes[index].changes.count)
            refreshes[index].changes.removeFirst(dropped)
            surplus -= dropped
        }
    }
}
