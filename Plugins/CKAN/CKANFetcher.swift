import AggSource

/// Fetches the rows of a table page by page, in the order of the portal's row numbers.
///
/// The next page begins after the rows that were received, however many were requested. Links to a next page are ignored, since
/// the last page has one, too. Rows far into a table are requested by row number if the portal supports that: one that counts up
/// to them takes longer for each page.
struct CKANFetcher: RecordFetcher {
    let endpoint: CKANEndpoint
    let roles: ColumnRoles
    let columns: [Column]
    /// The maximum number of rows to read; nil for no limit.
    let maxRecords: Int?
    let services: SourceServices
    /// The number of rows per request.
    var pageSize = CKANEndpoint.pageSize
    /// The number of rows from which on they are requested by row number.
    var farAhead = 500_000

    /// The name under which the state records the inferred key.
    private static let keyState = "key"
    /// The name under which the state records the columns of the first fetch.
    private static let columnsState = "columns"

    func fetch(since state: FetchState?, into sink: some BatchSink) async throws(SourceError) -> FetchResult {
        let known = state?.values[Self.columnsState]?.split(separator: ",").map(String.init)
        let (summary, repeated) = try await read(formerKey: state?.values[Self.keyState], known, into: sink)
        guard let repeated else { return .complete(summary) }
        // The inferred key repeats in a later row: read the rows again with a digest of their content as the key.
        try await sink.restart()
        var (again, _) = try await read(formerKey: CKANMapper.contentKey, known, into: sink)
        again.bytes += summary.bytes
        again.notes.append(
            "“\(repeated)” is not unique, so the content of a row is its key; a changed row becomes a new record")
        return .complete(again)
    }

    /// Reads all rows, or stops after a page if an inferred key repeats.
    ///
    /// - Returns: A summary, and the column of the inferred key if it repeats.
    private func read(
        formerKey: String?, _ known: [String]?, into sink: some BatchSink
    ) async throws(SourceError) -> (summary: FetchSummary, repeatedKey: String?) {
        var pages = CKANPages(endpoint: endpoint, services: services, size: pageSize)
        let table = try await pages.table()
        var page = try await pages.page(after: 0, maxRecords)
        let plan = try await plan(table, page, formerKey: formerKey)
        let mapper = CKANMapper(table, roles: plan.roles, declared: columns)
        // Some portals ignore how many rows are requested.
        var stream = JSONRecordStream(of: "rows", in: "result.records", into: sink, limit: maxRecords ?? .max)
        var reading = CKANReading(reported: table.total, notes: plan.notes + noteOnNewColumns(of: table, known))
        var keys = RepeatedKeys()
        while let answer = page {
            let before = stream.count
            let members = try await stream.read(answer.body) { row throws(MappingFault) in
                reading.meet(row)
                let record = try mapper.record(row)
                if plan.roles.key != CKANMapper.contentKey { keys.add(record.key, row: record.hashValue) }
                return record
            }
            reading.endPage()
            if reading.isRepeating {
                throw .invalidData("after \(before) rows: the portal sent the same rows again")
            }
            if let repeated = keys.first {
                guard let key = roles.key else { break }
                throw .invalidData(
                    "(the key “\(key)” is not unique: “\(repeated)” appears more than once; choose another column)")
            }
            let rows = stream.count - before
            if reading.rows.addPage(rows: rows, members, isByNumber: pages.isByNumber) { break }
            let last = stream.count < farAhead ? nil : reading.last
            page = try await pages.page(after: stream.count, number: last, maxRecords)
        }
        var isIncomplete = false
        if maxRecords == nil, let total = reading.rows.total, stream.count < total {
            reading.notes.append("the portal reports \(total) rows, but only \(stream.count) could be read")
            isIncomplete = true
        }
        var state = FetchState()
        state.values[Self.keyState] = plan.inferredKey
        let names = known ?? table.columns.map(\.name)
        if !columns.isEmpty, !names.isEmpty { state.values[Self.columnsState] = names.joined(separator: ",") }
        var summary = try await stream.finish(state: state.values.isEmpty ? nil : state, notes: reading.notes)
        summary.isIncomplete = isIncomplete
        return (summary, keys.first == nil ? nil : plan.roles.key)
    }

    /// The columns for the roles; if no key is configured, it is the former one, or the first page is searched for one.
    private func plan(
        _ table: CKANTable, _ page: HTTPResponse?, formerKey: String?
    ) async throws(SourceError) -> CKANPlan {
        var plan = CKANPlan(roles: table.roles(over: roles, among: columns))
        let names = table.columns.map(\.name)
        if let key = roles.key, key != CKANMapper.contentKey, table.field(key) == nil {
            // With other keys, favorites would lose their records.
            throw .invalidData(
                "(the table has no column “\(key)”, which is the key\(ColumnHint.text(for: key, among: names)))")
        }
        let unlisted = columns.map(\.name).filter { !names.contains($0) }
        plan.notes = roles.notes(onMissingFrom: "the table", with: names, unlisted: unlisted) { column in
            column == CKANMapper.contentKey || table.field(column) != nil
        }
        if plan.roles.key == nil {
            plan.inferredKey = formerKey
            if let formerKey {
                guard formerKey == CKANMapper.contentKey || table.field(formerKey) != nil else {
                    throw .invalidData(
                        "(the table no longer has the column “\(formerKey)”, which is its key; set “key: COLUMN” for "
                            + "this source, or refresh it with --force to infer another key)")
                }
                plan.roles.key = formerKey
            } else if let page {
                var search = CKANKeySearch(table)
                try await CKANPages.rows(of: page) { search.add($0) }
                plan.roles.key = search.key ?? CKANMapper.contentKey
                // One row has a different value in any column.
                if search.count > 1 { plan.inferredKey = plan.roles.key }
            }
        }
        if let inferred = plan.roles.inferred(over: roles) {
            plan.notes.append("inferred from the columns: \(inferred)")
        }
        return plan
    }

    /// A note about columns that the table did not have at first, and that are not kept since they are not listed.
    private func noteOnNewColumns(of table: CKANTable, _ known: [String]?) -> [String] {
        guard let known, !columns.isEmpty else { return [] }
        let listed = Set(known + columns.map(\.name))
        return [SeenNames.note(on: table.columns.map(\.name).filter { !listed.contains($0) })].compactMap(\.self)
    }
}

/// How the columns of a table become records.
private struct CKANPlan {
    /// The columns for the record's own properties.
    var roles: ColumnRoles
    /// The inferred key, to keep for the next fetch; nil if it is configured or unknown.
    var inferredKey: String?
    /// Notes to show with every answer from the rows.
    var notes: [String] = []
}
