import AggCore
import Foundation

/// The staging area of the store in memory.
actor InMemoryStagingArea: StagingArea {
    private let source: SourceID
    private let store: InMemoryRecordStore
    private var records: [Record] = []

    init(_ source: SourceID, in store: InMemoryRecordStore) {
        self.source = source
        self.store = store
    }

    var count: Int { records.count }

    func write(_ records: [Record]) -> Int {
        self.records += records
        return self.records.count
    }

    func commit(_ commit: RefreshCommit) async throws(CommitError) -> CommitOutcome {
        var staged: [String: InMemoryRecordStore.Row] = [:]
        for record in records { staged[record.key] = InMemoryRecordStore.Row(record, seen: commit.fetchedAt) }
        let held = await store.holding(source)
        var rows = held?.state.origin == .starter ? [:] : held?.rows ?? [:]
        var change = LoadChange()
        change.duplicates = records.count - staged.count
        var oldest: Date?
        if case .accumulate(let keep) = commit.mode {
            oldest = (commit.fetchedAt ?? .distantPast).addingTimeInterval(-(keep / .seconds(1)))
        } else if !commit.acceptsLoss, staged.count * 2 < rows.count {
            throw .heldBack(stored: rows.count, offered: staged.count)
        }
        for (key, row) in rows where staged[key] == nil {
            if let oldest, (row.seen ?? held?.state.fetchedAt ?? .distantPast) >= oldest { continue }
            rows[key] = nil
            change.removed += 1
        }
        for (key, row) in staged {
            switch rows[key]?.record {
            case nil: change.added += 1
            case row.record: break
            default: change.changed += 1
            }
            rows[key] = row
        }
        let state = StoredSource(
            origin: commit.origin, records: rows.count, fetchedAt: commit.fetchedAt, fetchState: commit.state,
            fingerprint: commit.fingerprint, mappingVersion: commit.mappingVersion, notes: commit.notes)
        await store.replace(source, with: InMemoryRecordStore.Holding(state: state, rows: rows))
        records = []
        return CommitOutcome(records: rows.count, change: change)
    }

    func discard() {
        records = []
    }
}
