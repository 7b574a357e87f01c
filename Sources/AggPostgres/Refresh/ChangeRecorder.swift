import AggSearch
import AggSource
import AggStorage
import Foundation

/// Records the changes of a commit, within its transaction and before any rows are changed.
///
/// `RefreshCommit.entries` determines what is recorded, and `RefreshCommit.listed` which records are listed.
struct ChangeRecorder {
    let schema: String
    let session: Session
    /// The source before the commit.
    let source: SourceRow
    let commit: RefreshCommit
    let staged: StagedEntries
    let retention: ChangeRetention

    /// Records the changed and removed rows with the given keys, and added staged rows, given in the order of results.
    func record(_ change: LoadChange, changed: [String], removed: [String], added: [Int]) throws {
        if change.isEmpty { return }
        let log = StoredChanges(schema: schema, session: session, source: source, retention: retention)
        let entries = commit.entries(
            for: change, offered: staged.entries.count, over: source.state, after: try log.lastChange())
        guard let last = entries.last else { return }
        for entry in entries {
            let number = try session.rows(
                """
                INSERT INTO \(schema).refresh (source, at, kind, added, changed, removed)
                VALUES ($1, $2, $3, $4, $5, $6) RETURNING number
                """,
                [
                    .integer(source.number), .decimal(entry.at.timeIntervalSince1970), .text(entry.kind.rawValue),
                    Value(entry.added), Value(entry.changed), Value(entry.removed),
                ]
            ).first?.integer(0)
            let listed = commit.listed(entry)
            guard listed.count > 0, let number else { continue }
            let limit = commit.mostChanges(retention)
            var list = try changes(listed.changed > 0 ? changed : [], limit: limit)
            list += try removals(listed.removed > 0 ? removed : [], limit: limit - list.count)
            for index in try staged.first(limit - list.count, of: listed.added > 0 ? added : []) {
                let record = try staged.read(staged.entries[index]) { try $0.record() }
                list.append(Line(.added, record))
            }
            try insert(list, number)
        }
        try log.forget(
            before: last.at.addingTimeInterval(-retention.seconds), unexaminedSince: commit.unexaminedSince)
    }

    /// A change as stored.
    private struct Line {
        var kind: RecordChange.Kind
        var key: String
        var title: String
        var fields: String?

        init(_ kind: RecordChange.Kind, _ record: Record, fields: [FieldChange]? = nil) {
            self.kind = kind
            key = record.key
            title = FieldChangesJSON.shortened(record.title)
            self.fields = fields.map { FieldChangesJSON.text(FieldChangesJSON.shortened($0)) }
        }
    }

    /// Returns the changed records, in the order of their former versions.
    private func changes(_ keys: [String], limit: Int) throws -> [Line] {
        if keys.isEmpty { return [] }
        return try former(keys, limit: limit).compactMap { old in
            guard let index = staged.index(of: StagedEntry.hash(of: old.key)) else { return nil }
            let new = try staged.read(staged.entries[index]) { try $0.record() }
            return Line(.changed, new, fields: FieldChange.between(old, new))
        }
    }

    private func removals(_ keys: [String], limit: Int) throws -> [Line] {
        limit > 0 && !keys.isEmpty ? try former(keys, limit: limit).map { Line(.removed, $0) } : []
    }

    /// Returns the stored records with the given keys, best known first.
    private func former(_ keys: [String], limit: Int) throws -> [Record] {
        guard let table = source.table(schema) else { return [] }
        var known = KnownFields()
        return try session.rows(
            """
            SELECT \(StoredRow.columns) FROM \(StoredRow.rows(of: table, keys: "$1"))
            ORDER BY r.rank, r.place, coalesce(r.folded, r.place), r.date DESC NULLS LAST, r.key LIMIT $2
            """, [.texts(keys), Value(limit)]
        ).map { try StoredRow.record($0, &known) }
    }

    private func insert(_ lines: [Line], _ number: Int64) throws {
        var lines = lines[...]
        while !lines.isEmpty {
            let page = Array(lines.prefix(1_000))
            lines = lines.dropFirst(1_000)
            // An empty text means no fields.
            try session.rows(
                """
                INSERT INTO \(schema).change (refresh, kind, key, title, fields)
                SELECT $1::bigint, kind, key, title, nullif(fields, '')
                FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS l (kind, key, title, fields, n)
                ORDER BY n
                """,
                [
                    .integer(number), .texts(page.map(\.kind.rawValue)), .texts(page.map(\.key)),
                    .texts(page.map(\.title)), .texts(page.map { $0.fields ?? "" }),
                ])
        }
    }
}
