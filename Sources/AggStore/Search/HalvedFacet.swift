import AggSearch
import AggSource
import AggStorage
import GRDB

/// Counts the fields of many rows in two halves at once, each on its own connection, because SQLite takes one core to
/// read them.
struct HalvedFacet {
    let file: StoreFile
    let request: FacetRequest

    /// The number of rows up to which a second connection doesn't pay off.
    static let few = 50_000

    /// The size of a source, and what every refresh changes.
    private struct Version: Equatable {
        let number: Int64
        let records: Int
        let fetchedAt: Double?
        let changes: Int64
    }

    /// One half, and the versions of the sources that it saw, in the order of their numbers.
    private struct Half {
        let versions: [Version]
        let counts: [(values: [FieldValue?], count: Int)]
    }

    /// The facet; nil if it must be counted in one transaction: if there are too many different fields, or if a refresh
    /// comes between the halves.
    func facet() async throws(StoreError) -> Facet? {
        // One condition means one selection; with words or a circle, rows are not found by their ids.
        guard request.countsOnlyFields, request.records.text.isBlank,
            let condition = request.records.sources.values.first, condition.circle == nil,
            request.records.sources.values.allSatisfy({ $0 == condition })
        else { return nil }
        let halves = await withTaskGroup(of: Result<Half?, StoreError>.self) { group in
            // Not on the executor of this task, which may be the main thread's.
            group.addTask(executorPreference: StoreExecutor.files) { await half(.before) }
            let second = await half(.after)
            return [await group.next(), second]
        }
        guard let first = try halves[0]?.get(), let second = try halves[1]?.get(), first.versions == second.versions
        else { return nil }
        var tally = FacetTally(request)
        for (values, count) in first.counts + second.counts { tally.add(values, count: count) }
        return tally.result()
    }

    private func half(_ part: SelectedRows.Part) async -> Result<Half?, StoreError> {
        do throws(StoreError) {
            return .success(
                try await file.read { db in
                    let versions = try versions(db)
                    guard let middle = try Self.middle(of: versions, db),
                        let rows = try SelectedRows.all(of: request.records, db).first,
                        let counts = try FieldCounts(rows.part(part, of: middle))
                    else { return nil }
                    return Half(versions: versions, counts: try counts.values(of: request.columns))
                })
        } catch {
            return .failure(error)
        }
    }

    /// The versions of the sources, read in one statement, since there may be thousands.
    private func versions(_ db: Database) throws -> [Version] {
        var found: [Version] = []
        try db.forEachRow("SELECT id, number, records, fetched_at, changes FROM source ORDER BY number") { row in
            if let id = SourceID(row.text(0)), request.records.sources[id] != nil {
                found.append(
                    Version(
                        number: row.integer(1), records: Int(row.integer(2)), fetchedAt: row.decimal(3),
                        changes: row.integer(4)))
            }
            return true
        }
        return found
    }

    /// The id with about as many rows before it as after it.
    private static func middle(of sources: [Version], _ db: Database) throws -> Int64? {
        var before = sources.reduce(0) { $0 + $1.records } / 2
        for source in sources {
            guard before >= source.records else { return try id(of: before, in: source.number, db) }
            before -= source.records
        }
        return nil
    }

    /// The id of a row, counted from the first of a source; an estimate if rows have been removed.
    private static func id(of row: Int, in source: Int64, _ db: Database) throws -> Int64? {
        var row = Int64(row)
        var last: Int64?
        for ids in (Int64(0)...7).map({ RecordClass(source * 8 + $0).ids }) {
            let bounds = [SQLValue.integer(ids.lowerBound), .integer(ids.upperBound)]
            guard let lowest = try db.integer("SELECT min(id) FROM record WHERE id BETWEEN ?1 AND ?2", bounds),
                let highest = try db.integer("SELECT max(id) FROM record WHERE id BETWEEN ?1 AND ?2", bounds)
            else { continue }
            if row <= highest - lowest { return lowest + row }
            row -= highest - lowest + 1
            last = highest
        }
        return last
    }
}
