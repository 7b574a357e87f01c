import AggCore
import Foundation
import GRDB

/// Puts staged rows into the mirror, inside one transaction: works out what differs, and writes that only.
struct MirrorCommit {
    let db: Database
    let source: SourceID
    let commit: RefreshCommit

    /// Runs the commit.
    ///
    /// - Throws: `CommitError.heldBack`, `DatabaseError`; the transaction is then to be rolled back.
    func run() throws -> CommitOutcome {
        var row = try SourceRow.find(source, db) ?? SourceRow.make(source, db)
        let (written, staged) = try StagedRows.dropRepeats(db)
        var change = LoadChange()
        change.duplicates = written - staged
        let rows = MirrorRows(db: db, source: row.number)
        let storesOver = row.state.records > 0 && row.state.origin != .starter
        if storesOver {
            try merge(into: rows, row, staged: staged, &change)
        } else {
            if row.state.records > 0 { try rows.removeAll() }
            try rows.insertStaged(onlyPlanned: false)
            change.added = staged
            row.state.records = 0
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

    /// For how long rows stay that are not staged; nil where they go at once.
    private var keep: Duration? {
        if case .accumulate(let keep) = commit.mode { keep } else { nil }
    }

    private func merge(into rows: MirrorRows, _ row: SourceRow, staged: Int, _ change: inout LoadChange) throws {
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
