package import AggSearch
package import AggSource
package import AggStorage
import AggText
package import Foundation
import GRDB

/// The mirror in an SQLite file.
package struct SQLiteRecordStore: RecordStore {
    private let file: StoreFile
    private let retention: ChangeRetention

    init(_ file: StoreFile, retention: ChangeRetention = ChangeRetention()) {
        self.file = file
        self.retention = retention
    }

    /// The state of every source that has rows or a recorded failure.
    package func states() async throws(StoreError) -> [SourceID: StoredSource] {
        try file.read(keptAs: "states") { db in
            Dictionary(uniqueKeysWithValues: try SourceRow.all(db).map { ($0.id, $0.state) })
        }
    }

    /// The state of one source; nil if it has none.
    ///
    /// When a hundred sources load at once, each reads only its own state.
    package func state(of source: SourceID) async throws(StoreError) -> StoredSource? {
        try await file.read(.short) { db in try SourceRow.find(source, db)?.state }
    }

    /// Opens an empty staging area for a source.
    package func stage(_ source: SourceID) async throws(StoreError) -> any StagingArea {
        try await stage(source, unsearchable: [])
    }

    /// Opens an empty staging area for a source with columns whose words a search does not find.
    package func stage(
        _ source: SourceID, unsearchable columns: Set<String>
    ) async throws(StoreError) -> any StagingArea {
        try SQLiteStagingArea(source, unsearchable: columns, in: file.database, retention: retention)
    }

    /// Updates the time of rows that the source reported as unchanged.
    package func confirm(
        _ source: SourceID, over basis: StoredSource?, state: FetchState?, at time: Date
    ) async throws(StoreError) -> StoredSource? {
        try await file.write { db -> StoredSource? in
            guard var row = try SourceRow.find(source, db), row.state.fetchedAt != nil else { return nil }
            if row.state.wasRefreshed(since: basis) { return row.state }
            row.state.fetchedAt = time
            row.state.fetchState = state ?? row.state.fetchState
            row.state.failure = nil
            try row.save(db)
            return nil
        }
    }

    /// Records why the last load failed.
    package func noteFailure(
        _ failure: LoadFailure, of source: SourceID, over basis: StoredSource?
    ) async throws(StoreError) {
        try await file.write { db in
            var row = try SourceRow.find(source, db) ?? SourceRow.make(source, db)
            if row.state.wasRefreshed(since: basis) { return }
            row.state.failure = failure
            try row.save(db)
        }
    }

    /// Finds the best rows in each source of the search.
    package func search(_ search: RecordSearch) async throws(StoreError) -> [SourceID: SourceMatches] {
        if search.text.isBlank { return [:] }
        return try await file.read(search.isShort ? .short : .long) { db in
            try SearchOfSources(search, db).matches()
        }
    }

    /// The number of rows in each source that match the search.
    package func count(_ search: RecordSearch) async throws(StoreError) -> [SourceID: Int] {
        if search.sources.isEmpty { return [:] }
        return try await file.read { db in
            let prefixes = PrefixExpansion(db)
            var counts: [SourceID: Int] = [:]
            for (source, condition) in search.sources {
                guard let searched = try SearchedSource.find(source, db) else { continue }
                counts[source] = try SearchCount(db: db, text: search.text, source: searched, prefixes: prefixes)
                    .count(where: condition)
            }
            return counts
        }
    }

    /// Lists rows of a source in a given order.
    package func list(
        _ source: SourceID, where condition: RecordCondition, order: ListOrder, limit: Int
    ) async throws(StoreError) -> [AggSource.Record] {
        try await file.read { db in
            guard let listed = try SearchedSource.find(source, db) else { return [] }
            let list = SourceList(db: db, source: listed, asked: condition)
            return switch order {
            case .bestKnown: try list.records(limit: limit)
            case .newest: try list.newest(limit: limit)
            case .asked(let order): try list.records(in: order, limit: limit)
            }
        }
    }

    /// The rows of a source, best known first, each read when it is needed.
    package func stream(_ source: SourceID, limit: Int) -> RecordStream? {
        RecordStream { body throws(StoreError) in
            try file.readInPlace { db in
                guard let listed = try SearchedSource.find(source, db) else { return }
                try SourceList(db: db, source: listed, asked: .always).forEach(limit: limit, body)
            }
        }
    }

    /// A page of a source's rows in the order of their keys.
    package func page(
        of source: SourceID, after key: String?, limit: Int
    ) async throws(StoreError) -> [AggSource.Record] {
        try await file.read { db in
            guard let number = try SearchedSource.find(source, db)?.number else { return [] }
            var records: [AggSource.Record] = []
            try db.forEachRow(
                """
                SELECT \(StoredRecord.columns) FROM record INDEXED BY record_key
                WHERE source = ?1 \(key == nil ? "" : "AND key > ?2") ORDER BY key LIMIT \(limit)
                """, [.integer(number)] + (key.map { [.text($0)] } ?? [])
            ) { row in
                records.append(try StoredRecord.record(row))
                return true
            }
            return records
        }
    }

    /// The stored rows among the given addresses.
    package func records(at addresses: [RecordAddress]) async throws(StoreError) -> [RecordAddress: AggSource.Record] {
        try await file.read(addresses.count > 100 ? .long : .short) { db in
            var found: [RecordAddress: Record] = [:]
            var numbers: [SourceID: Int64] = [:]
            for address in addresses {
                guard let number = try numbers[address.source] ?? SearchedSource.find(address.source, db)?.number
                else { continue }
                numbers[address.source] = number
                try db.forEachRow(
                    "SELECT \(StoredRecord.columns) FROM record INDEXED BY record_key WHERE source = ?1 AND key = ?2",
                    [.integer(number), .text(address.key)]
                ) { row in
                    found[address] = try StoredRecord.record(row)
                    return false
                }
            }
            return found
        }
    }

    /// Titles that start with a text; the best known for each folded form.
    package func titles(
        startingWith text: String, in sources: [SourceID], limit: Int
    ) async throws(StoreError) -> [String] {
        try await file.read(.short) { db in
            let searched = try sources.compactMap { try SearchedSource.find($0, db) }
            return try TitleCompletion(db: db, start: Folding.fold(text)).titles(of: searched, limit: limit)
        }
    }

    /// Counts the values of columns in the selected rows.
    package func facet(_ request: FacetRequest) async throws(StoreError) -> Facet {
        let count = try await states().reduce(0) { sum, source in
            request.records.sources[source.key] == nil ? sum : sum + source.value.records
        }
        if count > HalvedFacet.few, let facet = try await HalvedFacet(file: file, request: request).facet() {
            return facet
        }
        return try await file.read { db in try FacetCount(db: db, request: request).facet() }
    }

    /// The coordinates of the selected rows that have one.
    package func coordinates(of records: RecordSelection) async throws(StoreError) -> [Coordinate] {
        try await file.read { db in
            var coordinates: [Coordinate] = []
            for rows in try SelectedRows.all(of: records, db) {
                try rows.forEachPlace { row in
                    if let latitude = row.decimal(0), let longitude = row.decimal(1),
                        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
                    {
                        coordinates.append(coordinate)
                    }
                    return true
                }
            }
            return coordinates
        }
    }

    /// Words that a misspelled one may have meant.
    package func words(near word: String) async throws(StoreError) -> [String: Int] {
        try await file.read { db in try Vocabulary(db: db).words(near: word) }
    }

    /// The number of rows that contain each of some words.
    package func counts(of words: [String]) async throws(StoreError) -> [String: Int] {
        try await file.read { db in try Vocabulary(db: db).counts(of: words) }
    }

    /// Values of a column that start with a text; keys if the column is `key`.
    package func values(
        of column: String, startingWith text: String, in sources: [SourceID], limit: Int
    ) async throws(StoreError) -> [String] {
        try await file.read { db in
            let searched = try sources.compactMap { try SearchedSource.find($0, db) }
            return try ValueCompletion(db: db, column: column, start: text, limit: limit).values(of: searched)
        }
    }

    /// The changes that refreshes made in a source, newest first.
    package func changes(
        of source: SourceID, since time: Date?, limit: Int
    ) async throws(StoreError) -> ChangeLog {
        try await file.read { db in
            try SourceRow.find(source, db).map { try MirrorChanges(db: db, source: $0).log(since: time, limit: limit) }
                ?? ChangeLog()
        }
    }

    /// All changes in a source, with those of renewed refreshes that a watched search has not examined.
    package func unexaminedChanges(of source: SourceID, since time: Date) async throws(StoreError) -> ChangeLog {
        try await file.read { db in
            guard let row = try SourceRow.find(source, db) else { return ChangeLog() }
            return try MirrorChanges(db: db, source: row)
                .log(since: time, limit: ChangeLog.everything, listsRenewed: true)
        }
    }

    /// When each source last changed, as dated in its log.
    package func changeTimes() async throws(StoreError) -> [SourceID: Date] {
        try await file.read { db in try MirrorChanges.times(db) }
    }

    /// The changes that the last refresh of a source made to records with the given keys.
    package func lastChanges(
        of source: SourceID, keys: Set<String>
    ) async throws(StoreError) -> [RecordChange] {
        try await file.read { db in
            try SourceRow.find(source, db).map { try MirrorChanges(db: db, source: $0).last(of: keys) } ?? []
        }
    }

    /// The changes to a record that are kept, newest first.
    package func changes(to record: RecordAddress) async throws(StoreError) -> [RecordChange] {
        try await file.read { db in
            try SourceRow.find(record.source, db).map { try MirrorChanges(db: db, source: $0).all(of: record.key) }
                ?? []
        }
    }

    /// Removes all rows and the state of a source.
    package func remove(_ source: SourceID) async throws(StoreError) {
        try await file.write { db in
            guard let row = try SourceRow.find(source, db) else { return }
            try MirrorRows(db: db, source: row.number).removeAll()
            try MirrorChanges(db: db, source: row).removeAll()
            try db.run("DELETE FROM source WHERE number = ?1", [.integer(row.number)])
        }
    }
}

extension RecordSearch {
    /// Whether indexes are enough to find the best rows, whatever the size of the store.
    fileprivate var isShort: Bool {
        order == nil && limit <= 1_000 && sources.values.allSatisfy { $0 == .always }
    }
}
