import AggSearch
import AggSource
import AggStorage
import AggText
import Foundation

/// The mirror on a server.
struct PostgresRecordStore: RecordStore {
    let server: Server
    /// How much of the change log is kept.
    var retention = ChangeRetention()
    private let last = LastBasis()

    private var schema: String { server.schema }

    /// Returns the state of every source that has rows or a recorded failure; of sources whose newest rows a replica lacks,
    /// with a note.
    func states() async throws(StoreError) -> [SourceID: StoredSource] {
        let (schema, mayLag) = (schema, server.address.hasReplicas)
        let (states, isLagging) = try await server.read { [server] session in
            let rows = try SourceRow.all(schema, session)
            server.sources = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
            return (Self.states(rows), mayLag ? try Self.isLagging(session) : false)
        }
        guard isLagging else { return states }
        let current = try? await server.read(fromPrimary: true) { session in
            Self.states(try SourceRow.all(schema, session))
        }
        return ReplicaLag(of: states, behind: current).noted
    }

    private static func states(_ rows: [SourceRow]) -> [SourceID: StoredSource] {
        Dictionary(rows.map { ($0.id, $0.state) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether the server is a replica that has not yet applied everything it received.
    private static func isLagging(_ session: Session) throws -> Bool {
        try session.rows(
            """
            SELECT pg_is_in_recovery() AND pg_last_wal_receive_lsn() IS DISTINCT FROM pg_last_wal_replay_lsn()
            """
        ).first?.flag(0) ?? false
    }

    /// Returns the state of one source as a refresh sees it; nil if it has none.
    ///
    /// If the primary is away, nothing can be stored, but a replica may still have rows.
    func state(of source: SourceID) async throws(StoreError) -> StoredSource? {
        let schema = schema
        let find = { @Sendable (session: Session) in try SourceRow.find(source, schema, session)?.state }
        do throws(StoreError) { return try await server.read(fromPrimary: true, find) } catch {
            guard case .server(let code, _) = error, server.address.hasReplicas,
                [StoreError.unreachableCode, StoreError.readOnlyCode].contains(code)
            else { throw error }
            do throws(StoreError) { return try await server.read(find) } catch let other {
                throw other == .cancelled ? .cancelled : error
            }
        }
    }

    /// Opens an empty staging area for a source.
    func stage(_ source: SourceID) async throws(StoreError) -> any StagingArea {
        try await stage(source, unsearchable: [])
    }

    /// Opens an empty staging area for a source with columns whose words a search does not find.
    func stage(_ source: SourceID, unsearchable columns: Set<String>) async throws(StoreError) -> any StagingArea {
        try PostgresStagingArea(
            source, unsearchable: columns, on: server, await .ofSource(source, on: server), retention)
    }

    /// Updates the fetch time of rows that the source reported as unchanged.
    func confirm(
        _ source: SourceID, over basis: StoredSource?, state: FetchState?, at time: Date
    ) async throws(StoreError) -> StoredSource? {
        let schema = schema
        return try await server.write { session -> StoredSource? in
            try SourceRow.lock(source, schema, session)
            guard var row = try SourceRow.find(source, schema, session), row.state.fetchedAt != nil else { return nil }
            if row.state.wasRefreshed(since: basis) { return row.state }
            row.state.fetchedAt = time
            row.state.fetchState = state ?? row.state.fetchState
            row.state.failure = nil
            try row.save(schema, session)
            return nil
        }
    }

    /// Records why the last load failed.
    func noteFailure(
        _ failure: LoadFailure, of source: SourceID, over basis: StoredSource?
    ) async throws(StoreError) {
        let schema = schema
        try await server.write { session in
            try SourceRow.lock(source, schema, session)
            var row = try SourceRow.find(source, schema, session) ?? SourceRow.make(source, schema, session)
            if row.state.wasRefreshed(since: basis) { return }
            row.state.failure = failure
            try row.save(schema, session)
        }
    }

    /// Removes all rows and the state of a source.
    func remove(_ source: SourceID) async throws(StoreError) {
        let schema = schema
        let part = try await server.write(isLong: true) { session -> Int64? in
            try SourceRow.lock(source, schema, session)
            guard let row = try SourceRow.find(source, schema, session) else { return nil }
            if let part = row.part, let table = row.table(schema) {
                try session.rows("DELETE FROM \(table)")
                for name in ["other_title", "word"] {
                    try session.rows("DELETE FROM \(schema).\(name) WHERE part = $1", [.integer(part)])
                }
            }
            try StoredChanges(schema: schema, session: session, source: row).removeAll()
            try session.rows("DELETE FROM \(schema).source WHERE number = $1", [.integer(row.number)])
            return row.part
        }
        if let part { await server.dropPart(part) }
    }

    /// Finds the best rows in each source of the search.
    func search(_ search: RecordSearch) async throws(StoreError) -> [SourceID: SourceMatches] {
        if search.text.isBlank || search.sources.isEmpty { return [:] }
        return try await server.read(isSearch: true) { [server] session in
            try Self.find(search, in: Self.rows(of: Array(search.sources.keys), server, session), server, session)
        }
    }

    /// Finds the best rows in the transaction that reads the favorites and states; the favorites of another server, or those
    /// that only the primary has, are read on their own.
    func search<Plan: Sendable>(
        for users: any UserStore,
        _ plan: @escaping SearchPlan<Plan>
    ) async throws(StoreError) -> (plan: Plan, found: [SourceID: SourceMatches]) {
        guard let own = users as? PostgresUserStore, own.server === server, !server.address.hasReplicas else {
            return try await searchInSteps(for: users, plan)
        }
        do throws(StoreError) {
            return try await server.read(isSearch: true) { [server, last] session in
                let basis = try SearchBasis.read(last, server.schema, session)
                let (search, plan) = plan(.success(basis.favorites), basis.states)
                return (plan, try Self.find(search, in: basis.sources, server, session, basis))
            }
        } catch {
            // Those who may not read favorites can still search.
            guard case .server(StoreError.readOnlyCode, _) = error else { throw error }
            return try await searchInSteps(for: users, plan)
        }
    }

    private static func find(
        _ search: RecordSearch, in rows: [SourceID: SourceRow], _ server: Server, _ session: Session,
        _ basis: SearchBasis? = nil
    ) throws -> [SourceID: SourceMatches] {
        if search.text.isBlank { return [:] }
        var found: [SourceID: SourceMatches] = [:]
        var runs: [PartSearch] = []
        for row in rows.values.sorted(by: { $0.number < $1.number }) {
            guard let asked = search.sources[row.id], let part = SearchedPart(row, server.schema, session) else {
                continue
            }
            let run = PartSearch(
                part: part, text: search.text, where: asked,
                favorites: search.favorites.filter { $0.source == row.id }, limit: search.limit)
            let isNear = try asked.circle.map { try PartRead.isSmall($0, part) } ?? false
            if isNear || search.order != nil {
                found[row.id] = try run.allMatches(in: search.order)
            } else {
                try run.begin()
                runs.append(run)
            }
        }
        if let basis, !session.readsSources, !runs.isEmpty {
            // If more rows are needed, they are read in another transaction, if the server still has the same basis.
            try session.runPostponedAndEnd()
            if runs.contains(where: \.needsMore) {
                session.beginAgain()
                try basis.check(server.schema, session)
            }
        } else {
            try session.runPostponed()
        }
        for run in runs { found[run.part.row.id] = try run.matches() }
        return found.filter { !$0.value.matches.isEmpty }
    }

    /// Returns the number of matching rows in each source.
    func count(_ search: RecordSearch) async throws(StoreError) -> [SourceID: Int] {
        try await inParts(of: Array(search.sources.keys)) { part in
            try PartRead(part: part, text: search.text, where: search.sources[part.row.id] ?? .never).count()
        }
    }

    /// Lists rows of a source in a given order.
    func list(
        _ source: SourceID, where condition: RecordCondition, order: ListOrder, limit: Int
    ) async throws(StoreError) -> [Record] {
        try await inParts(of: [source]) { try PartRead(part: $0, where: condition).list(order, limit: limit) }[source]
            ?? []
    }

    /// Returns a page of a source's rows in the order of their keys.
    func page(of source: SourceID, after key: String?, limit: Int) async throws(StoreError) -> [Record] {
        let found = try await inParts(of: [source]) { part in
            var known = KnownFields()
            return try part.session.rows(
                """
                SELECT \(StoredRow.columns) FROM \(part.table) r
                \(key == nil ? "" : "WHERE (left(r.key, 200), r.key) > (left($2, 200), $2)")
                ORDER BY left(r.key, 200), r.key LIMIT $1
                """, [Value(limit)] + (key.map { [.text($0)] } ?? [])
            ).map { try StoredRow.record($0, &known) }
        }
        return found[source] ?? []
    }

    /// Returns the records with the given addresses that are stored.
    func records(at addresses: [RecordAddress]) async throws(StoreError) -> [RecordAddress: Record] {
        let keys = Dictionary(grouping: addresses, by: \.source).mapValues { $0.map(\.key) }
        let found = try await inParts(of: Array(keys.keys)) { part in
            let list = keys[part.row.id] ?? []
            return try part.session.rows(
                "SELECT \(StoredRow.columns) FROM \(StoredRow.rows(of: part.table, keys: "$1"))", [.texts(list)]
            ).map { try StoredRow.record($0) }
        }
        var records: [RecordAddress: Record] = [:]
        for (source, list) in found {
            for record in list { records[RecordAddress(source: source, key: record.key)] = record }
        }
        return records
    }

    /// Returns titles that start with a text, one for each folded form: the best known.
    func titles(startingWith text: String, in sources: [SourceID], limit: Int) async throws(StoreError) -> [String] {
        try await complete(sources) { try $0.titles(startingWith: Folding.fold(text), in: $1, limit: limit) }
    }

    /// Returns words that a misspelled word may have meant, with the number of rows they occur in.
    func words(near word: String) async throws(StoreError) -> [String: Int] {
        try await complete([]) { completion, _ in try completion.words(near: word) }
    }

    func counts(of words: [String]) async throws(StoreError) -> [String: Int] {
        try await complete([]) { completion, _ in try completion.counts(of: words) }
    }

    /// Returns values of a column that start with a text, or keys if the column is `key`.
    func values(
        of column: String, startingWith text: String, in sources: [SourceID], limit: Int
    ) async throws(StoreError) -> [String] {
        try await complete(sources) { try $0.values(of: column, startingWith: text, in: $1, limit: limit) }
    }

    /// Counts the values of columns in the selected rows.
    func facet(_ request: FacetRequest) async throws(StoreError) -> Facet {
        try await server.read { [server] session in
            var tally = FacetTally(request)
            if request.columns.isEmpty { return tally.result() }
            try Self.parts(Array(request.records.sources.keys), server, session) { part in
                try PartRead(
                    part: part, text: request.records.text, where: request.records.sources[part.row.id] ?? .never
                ).count(into: &tally, request)
            }
            return tally.result()
        }
    }

    /// Returns the coordinates of the selected rows that have them.
    func coordinates(of records: RecordSelection) async throws(StoreError) -> [Coordinate] {
        try await inParts(of: Array(records.sources.keys)) { part in
            try PartRead(part: part, text: records.text, where: records.sources[part.row.id] ?? .never).coordinates()
        }.values.flatMap { $0 }
    }

    /// Returns the changes that refreshes made to a source, newest first.
    func changes(of source: SourceID, since time: Date?, limit: Int) async throws(StoreError) -> ChangeLog {
        let schema = schema
        return try await server.read { session in
            guard let row = try SourceRow.find(source, schema, session) else { return ChangeLog() }
            return try StoredChanges(schema: schema, session: session, source: row).log(since: time, limit: limit)
        }
    }

    /// Returns all changes to a source, with those of renewed refreshes that a watched search has not examined.
    func unexaminedChanges(of source: SourceID, since time: Date) async throws(StoreError) -> ChangeLog {
        let schema = schema
        return try await server.read { session in
            guard let row = try SourceRow.find(source, schema, session) else { return ChangeLog() }
            return try StoredChanges(schema: schema, session: session, source: row)
                .log(since: time, limit: ChangeLog.everything, listsRenewed: true)
        }
    }

    /// Returns when each source last changed, as dated in its log.
    func changeTimes() async throws(StoreError) -> [SourceID: Date] {
        let schema = schema
        return try await server.read { session in try StoredChanges.times(schema, session) }
    }

    /// Returns the changes that the last refresh of a source made to records with the given keys.
    func lastChanges(of source: SourceID, keys: Set<String>) async throws(StoreError) -> [RecordChange] {
        let schema = schema
        return try await server.read { session in
            guard let row = try SourceRow.find(source, schema, session) else { return [] }
            return try StoredChanges(schema: schema, session: session, source: row).last(of: keys)
        }
    }

    /// Returns the changes to a record that are kept, newest first.
    func changes(to record: RecordAddress) async throws(StoreError) -> [RecordChange] {
        let schema = schema
        return try await server.read { session in
            guard let row = try SourceRow.find(record.source, schema, session) else { return [] }
            return try StoredChanges(schema: schema, session: session, source: row).all(of: record.key)
        }
    }

    /// Reads the tables of some sources in one transaction, omitting sources without a table or a result.
    private func inParts<Result: Sendable>(
        of sources: [SourceID], _ read: @escaping @Sendable (SearchedPart) throws -> Result?
    ) async throws(StoreError) -> [SourceID: Result] {
        if sources.isEmpty { return [:] }
        return try await server.read { [server] session in
            var found: [SourceID: Result] = [:]
            try Self.parts(sources, server, session) { found[$0.row.id] = try read($0) }
            return found
        }
    }

    private static func parts(
        _ sources: [SourceID], _ server: Server, _ session: Session, _ body: (SearchedPart) throws -> Void
    ) throws {
        for row in try rows(of: sources, server, session).values.sorted(by: { $0.number < $1.number }) {
            if let part = SearchedPart(row, server.schema, session) { try body(part) }
        }
    }

    /// Returns the rows of the given sources: those known, which the transaction's first statement checks, or else those
    /// stored.
    private static func rows(
        of sources: [SourceID], _ server: Server, _ session: Session
    ) throws -> [SourceID: SourceRow] {
        guard !session.readsSources, let all = server.sources else {
            return try SourceRow.some(sources, server.schema, session)
        }
        let known = Dictionary(sources.compactMap { id in all[id].map { (id, $0) } }, uniquingKeysWith: { $1 })
        let ids = Value.texts(sources.map(\.description))
        try session.postpone(SourceRow.someSQL(server.schema), [ids]) { rows in
            guard try SourceRow.byID(rows) == known else { throw OutdatedSources() }
        }
        return known
    }

    private func complete<Result: Sendable>(
        _ sources: [SourceID], _ work: @escaping @Sendable (Completion, [SourceRow]) throws -> Result
    ) async throws(StoreError) -> Result {
        let schema = schema
        return try await server.read { [server] session in
            let rows = try Self.rows(of: sources, server, session)
            return try work(Completion(schema: schema, session: session), sources.compactMap { rows[$0] })
        }
    }
}
