import AggSearch
import AggSource
import AggStorage
import Foundation

/// Moves staged records into the tables in one transaction, writing only what differs.
struct Commit: Sendable {
    let schema: String
    let source: SourceID
    let commit: RefreshCommit
    let staged: StagedEntries
    /// The token of the lease that the commit ends.
    let token: String
    let retention: ChangeRetention

    /// The result of a commit, and the table that is no longer used.
    struct Done: Sendable {
        var outcome: CommitOutcome
        var formerPart: Int64?
    }

    /// Beyond this number of records, rows are loaded into a new table before it is indexed.
    private static let bulk = 2_000

    /// Commits the staged records.
    ///
    /// - Throws: `CommitError.heldBack`, `StoreError`, or `ServerFault`; the caller then rolls back the transaction.
    func run(_ session: Session) throws -> Done {
        do { return try store(session) } catch is ChangedMeanwhile {
            throw StoreError.server(
                code: StoreError.lockedCode,
                reason: "the stored rows of \(source) changed during the refresh; nothing was stored, so refresh again")
        }
    }

    private func store(_ session: Session) throws -> Done {
        try lock(session)
        var row = try SourceRow.find(source, schema, session) ?? SourceRow.make(source, schema, session)
        let before = row.state
        if before.wasRefreshed(since: commit.basis) { return Done(outcome: CommitOutcome(keeping: before)) }
        var change = LoadChange()
        change.duplicates = staged.count - staged.entries.count
        var done = Done(outcome: CommitOutcome(records: 0, change: change))
        let rows = PartRows(schema: schema, session: session, staged: staged)
        let changes = ChangeRecorder(
            schema: schema, session: session, source: row, commit: commit, staged: staged, retention: retention)
        if let part = row.part, row.state.records > 0, row.state.origin != .starter {
            try merge(rows, part, row, &change, changes)
        } else {
            done.formerPart = row.part
            change.added = staged.entries.count
            let order = staged.answerOrder(Array(staged.entries.indices))
            if let part = row.part { try rows.forget(part) }
            row.part = try rows.load(order)
            row.state.records = 0
            row.ranks = 0
            row.hasTitles = false
            try changes.record(change, changed: [], removed: [], added: order)
        }
        for entry in staged.entries { row.ranks |= 1 << Int64(entry.order >> 56) }
        row.hasTitles = try row.hasTitles || hasTitles(row.part, session)
        row.state = StoredSource(
            origin: commit.origin, records: row.state.records + change.added - change.removed,
            fetchedAt: commit.fetchedAt, fetchState: commit.state, fingerprint: commit.fingerprint,
            mappingVersion: commit.mappingVersion, notes: commit.notes)
        row.state.changeCount =
            before.changeCount + commit.newsCount(change, offered: staged.entries.count, over: before)
        row.accumulates = keep != nil
        try row.save(schema, session)
        try session.rows("DELETE FROM \(schema).lease WHERE token = $1", [.text(token)])
        try session.rows("SELECT pg_notify('agg', $1)", [.text(source.description)])
        done.outcome = CommitOutcome(records: row.state.records, change: change)
        return done
    }

    /// Lets one process at a time commit to the source, and only if it still holds the lease.
    private func lock(_ session: Session) throws {
        try SourceRow.lock(source, schema, session)
        let isOurs =
            try session.number("SELECT 1 FROM \(schema).lease WHERE token = $1 FOR UPDATE", [.text(token)]) != nil
        guard isOurs else {
            throw StoreError.server(
                code: StoreError.lockedCode, reason: "another process has refreshed \(source); nothing was stored"
            )
        }
    }

    /// How long rows missing from a response are kept; nil if they are removed immediately.
    private var keep: Duration? {
        if case .accumulate(let keep) = commit.mode { keep } else { nil }
    }

    private func hasTitles(_ part: Int64?, _ session: Session) throws -> Bool {
        try session.number(
            "SELECT 1 FROM \(schema).other_title WHERE part = $1 LIMIT 1", [part.map(Value.integer) ?? .null]) != nil
    }

    private func merge(
        _ rows: PartRows, _ part: Int64, _ row: SourceRow, _ change: inout LoadChange, _ changes: ChangeRecorder
    ) throws {
        let stored = row.state.records
        let seenBefore = keep.flatMap { keep in commit.fetchedAt.map { $0.addingTimeInterval(-(keep / .seconds(1))) } }
        let found = try rows.compare(
            with: part, seenBefore: seenBefore, otherwise: row.state.fetchedAt, keepsOthers: keep != nil,
            except: commit.removed)
        change.added = found.added.count
        change.changed = found.changed.count
        change.removed = found.gone.count
        try commit.checkLoss(change, of: stored)
        if (found.added + found.changed).contains(where: { staged.entries[$0].isStored }) { throw ChangedMeanwhile() }
        let (added, changed) = (staged.answerOrder(found.added), staged.answerOrder(found.changed))
        let changedKeys = try rows.keys(of: changed)
        try changes.record(change, changed: changedKeys, removed: found.gone, added: added)
        try rows.remove(found.gone + changedKeys, from: part, hasTitles: row.hasTitles)
        try rows.insert(staged.answerOrder(added + changed), into: part)
        try rows.noteLastSeen(found, before: row.state.fetchedAt, in: part)
        if !change.isEmpty || !found.missed.isEmpty || !found.returned.isEmpty {
            try settle(rows, part, isLarge: (change.added + change.changed + change.removed) * 5 > stored)
        }
    }

    /// Updates the indexes and statistics after a change.
    private func settle(_ rows: PartRows, _ part: Int64, isLarge: Bool) throws {
        try rows.session.rows("SELECT \(schema).settle_part($1::int, $2)", [.integer(part), .flag(isLarge)])
    }
}

extension StagedEntries {
    /// Returns some entries in roughly the order of results, so that related rows are stored together.
    func answerOrder(_ indexes: [Int]) -> [Int] {
        indexes.map { (entries[$0].order, $0) }.sorted { $0 < $1 }.map(\.1)
    }

    /// Returns the first of some entries, given in roughly the order of results, in exactly that order.
    func first(_ limit: Int, of ordered: [Int]) throws -> [Int] {
        var first: [Int] = []
        var rest = ordered[...]
        while first.count < limit, let next = rest.first {
            let alike = rest.prefix { entries[$0].order == entries[next].order }
            rest = rest.dropFirst(alike.count)
            let places =
                try alike.count == 1
                ? []
                : alike.map { index in
                    (place: try read(entries[index]) { $0.place }, index: index)
                }
            first += places.isEmpty ? Array(alike) : places.sorted { $0.place < $1.place }.map(\.index)
        }
        return Array(first.prefix(limit))
    }
}
