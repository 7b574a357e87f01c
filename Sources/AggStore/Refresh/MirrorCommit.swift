import AggSource
import AggStorage
import Foundation
import GRDB

/// Moves staged rows into the mirror in one transaction, writing only what differs.
struct MirrorCommit {
    let db: Database
    let source: SourceID
    let staged: StagedFile
    let commit: RefreshCommit
    let retention: ChangeRetention

    /// Runs the commit.
    ///
    /// - Throws: `CommitError.heldBack`, `DatabaseError`; the caller must then roll back the transaction.
    func run() throws -> CommitOutcome {
        var row = try SourceRow.find(source, db) ?? SourceRow.make(source, db)
        let before = row.state
        if before.wasRefreshed(since: commit.basis) { return CommitOutcome(keeping: before) }
        var change = LoadChange()
        let rows = MirrorRows(db: db, source: row.number, staged: staged)
        let changes = ChangeRecorder(
            db: db, source: row, commit: commit, staged: StagedRows(db: db, file: staged),
            retention: retention)
        if row.state.records > 0, row.state.origin != .starter {
            try merge(into: rows, row, &change, changes)
            if keep != nil { try rows.noteLastSeen(before: before.fetchedAt) }
        } else {
            row.state.records = 0
            try load(into: rows, &change)
            try changes.record(load: change)
        }
        let news = commit.newsCount(change, offered: staged.count - change.duplicates, over: before)
        let changeCount = row.state.changeCount + news
        row.state = StoredSource(
            origin: commit.origin, records: row.state.records + change.added - change.removed,
            fetchedAt: commit.fetchedAt, fetchState: commit.state, fingerprint: commit.fingerprint,
            mappingVersion: commit.mappingVersion, notes: commit.notes)
        row.state.changeCount = changeCount
        try row.save(db)
        return CommitOutcome(records: row.state.records, change: change)
    }

    /// How long unstaged rows are kept; nil if they are removed at once.
    private var keep: Duration? {
        if case .accumulate(let keep) = commit.mode { keep } else { nil }
    }

    /// Loads the staged rows into a source that has no rows, or only those of a starter sample.
    ///
    /// Repeated keys are rare, and the index that reveals them is built afterward; if there are any, the rows are
    /// loaded again without them.
    private func load(into rows: MirrorRows, _ change: inout LoadChange) throws {
        if commit.removed.isEmpty {
            try db.inSavepoint {
                change.added = try rows.load(staged.count)
                return change.added == staged.count ? .commit : .rollback
            }
            if change.added == staged.count { return }
        }
        let keys = try StagedKeys(of: staged, without: commit.removed)
        let count = try keys.listPlaces(in: db)
        change.duplicates = keys.rowCount - count
        change.added = try rows.load(count, at: StagedKeys.listed)
    }

    private func merge(into rows: MirrorRows, _ row: SourceRow, _ change: inout LoadChange, _ changes: ChangeRecorder)
        throws
    {
        let keys = try StagedKeys(of: staged, without: commit.removed)
        let plan = try MergePlan(of: keys, in: row.number, db)
        (change.duplicates, change.added, change.changed) = (keys.rowCount - plan.offered, plan.added, plan.changed)
        change.removed = try rows.markUnstagedAsGone(seenBefore: seenBefore, otherwise: row.state.fetchedAt)
        change.removed += try rows.markAsGone(commit.removed)
        try commit.checkLoss(change, of: row.state.records)
        let planned = plan.added + plan.changed
        let isReplaced = try keep == nil && rows.areReplacedFaster(planned: planned, of: plan.offered)
        try rows.readReplacements(atMost: isReplaced ? commit.mostChanges(retention) : nil)
        try changes.record(merge: change)
        if isReplaced {
            let isListed = plan.offered < staged.count
            if isListed { _ = try keys.listPlaces(in: db) }
            try rows.replaceAll(plan.offered, at: isListed ? StagedKeys.listed : nil)
            return
        }
        if change.changed > 0 {
            try rows.replaceMovedRows()
            try rows.updatePlanned()
        }
        try rows.removeGone()
        if planned > 0 { try rows.insertPlanned() }
    }

    private var seenBefore: Date? {
        keep.flatMap { keep in commit.fetchedAt.map { $0.addingTimeInterval(-(keep / .seconds(1))) } }
    }
}
