import AggCore
import Foundation
import GRDB

/// Puts staged rows into the mirror, inside one transaction: works out what differs, and writes that only.
struct MirrorCommit {
    let db: Database
    let source: SourceID
    /// Where runs begin and end among the staged rows.
    let runs: [ClosedRange<Int>]
    let commit: RefreshCommit

    /// Runs the commit.
    ///
    /// - Throws: `CommitError.heldBack`, `DatabaseError`; the transaction is then to be rolled back.
    func run() throws -> CommitOutcome {
        var row = try SourceRow.find(source, db) ?? SourceRow.make(source, db)
        var change = LoadChange()
        let rows = MirrorRows(db: db, source: row.number, runs: runs)
        let changes = ChangeRecorder(db: db, source: row, commit: commit)
        if row.state.records > 0, row.state.origin != .starter {
            try merge(into: rows, row, &change, changes)
        } else {
            if row.state.records > 0 { try rows.removeAll() }
            row.state.records = 0
            try load(into: rows, &change)
            try changes.record(load: change)
        }
        row.state = StoredSource(
            origin: commit.origin, records: row.state.records + change.added - change.removed,
            fetchedAt: commit.fetchedAt, fetchState: commit.state, fingerprint: commit.fingerprint,
            mappingVersion: commit.mappingVersion, notes: commit.notes)
        row.accumulates = keep != nil
        if keep != nil { try rows.markStagedAsSeen(at: commit.fetchedAt) }
        try row.save(db)
        return CommitOutcome(records: row.state.records, change: change)
    }

    /// The number of staged rows, repeats of a key included.
    private var written: Int { runs.last?.upperBound ?? 0 }

    /// For how long rows stay that are not staged; nil where they go at once.
    private var keep: Duration? {
        if case .accumulate(let keep) = commit.mode { keep } else { nil }
    }

    /// Loads the staged rows where there are none yet.
    ///
    /// Repeated keys are rare, and the index that shows them is made afterwards; where there are some, the rows are
    /// loaded once more without them.
    private func load(into rows: MirrorRows, _ change: inout LoadChange) throws {
        try db.inSavepoint {
            change.added = try rows.loadStaged(written)
            return change.added == written ? .commit : .rollback
        }
        change.duplicates = written - change.added
        if change.duplicates > 0 {
            try StagedRows.indexKeys(db)
            change.added = try rows.loadStaged(StagedRows.dropRepeats(db))
        }
    }

    private func merge(
        into rows: MirrorRows, _ row: SourceRow, _ change: inout LoadChange, _ changes: ChangeRecorder
    ) throws {
        try StagedRows.indexKeys(db)
        let staged = try StagedRows.dropRepeats(db)
        change.duplicates = written - staged
        let stored = row.state.records
        if keep == nil, !commit.acceptsLoss, staged * 2 < stored {
            throw CommitError.heldBack(stored: stored, offered: staged)
        }
        try rows.plan()
        change.added = try count("SELECT count(*) FROM planned WHERE id IS NULL")
        change.changed = try count("SELECT count(*) FROM planned WHERE id IS NOT NULL")
        // Every stored row is staged too where the numbers say so; then none needs to be looked for.
        if staged - change.added < stored {
            change.removed = try rows.markUnstagedAsGone(seenBefore: seenBefore, otherwise: row.state.fetchedAt)
        }
        try changes.record(merge: change)
        if change.changed > 0 {
            try rows.replaceMovedRows()
            try rows.updatePlanned()
        }
        try rows.removeGone()
        if change.added + change.changed > 0 { try rows.insertStaged(onlyPlanned: true) }
    }

    private var seenBefore: Date? {
        keep.flatMap { keep in commit.fetchedAt.map { $0.addingTimeInterval(-(keep / .seconds(1))) } }
    }

    private func count(_ sql: String) throws -> Int {
        Int(try db.integer(sql) ?? 0)
    }
}
