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

    func fetch(since state: FetchState?, into sink: some BatchSink) async throws(SourceError) -> FetchResult {
        var pages = CKANPages(endpoint: endpoint, services: services, size: pageSize)
        let table = try await pages.table()
        var page = try await pages.page(after: 0, maxRecords)
        let (roles, notes) = try await plan(table, page)
        let mapper = CKANMapper(table, roles: roles, declared: columns)
        var stream = JSONRecordStream(of: "rows", in: "result.records", into: sink)
        var reading = CKANReading(total: table.total, notes: notes)
        var keys = RepeatedKeys()
        while let answer = page {
            let before = stream.count
            let members = try await stream.read(answer.body) { row throws(MappingFault) in
                reading.meet(row)
                let record = try mapper.record(row)
                if self.roles.key != nil, roles.key != CKANMapper.contentKey {
                    keys.add(record.key, row: record.hashValue)
                }
                return record
            }
            if reading.isRepeating {
                throw .invalidData("after \(before) rows: the portal sent the same rows again")
            }
            if reading.isAtEnd(rows: stream.count - before, of: stream.count, members) { break }
            let last = stream.count < farAhead ? nil : reading.last
            page = try await pages.page(after: stream.count, number: last, maxRecords)
        }
        if let key = self.roles.key, let repeated = keys.first {
            throw .invalidData("(the key “\(key)” is not unique: “\(repeated)” repeats; choose another column)")
        }
        if maxRecords == nil, let total = table.total, stream.count < total {
            reading.notes.append("the portal reports \(total) rows, but only \(stream.count) could be read")
        }
        return .complete(try await stream.finish(state: nil, notes: reading.notes))
    }

    /// The columns for the roles; if no key is configured, the first page is searched for one.
    private func plan(
        _ table: CKANTable, _ page: HTTPResponse?
    ) async throws(SourceError) -> (roles: ColumnRoles, notes: [String]) {
        var roles = table.roles(over: self.roles)
        let names = table.columns.map(\.name)
        if let key = self.roles.key, key != CKANMapper.contentKey, table.field(key) == nil {
            // With other keys, favorites would lose their records.
            throw .invalidData(
                "(the table has no column “\(key)”, which is the key\(Nearest.hint(to: key, among: names)))")
        }
        let missing = self.roles.named.filter { $0.column != CKANMapper.contentKey && table.field($0.column) == nil }
        let unlisted = columns.map(\.name).filter { !names.contains($0) }.map { (role: "columns", column: $0) }
        var notes = (missing + unlisted).map { role, column in
            "the table has no column “\(column)” (\(role))\(Nearest.hint(to: column, among: names))"
        }
        if roles.key == nil, let page {
            var search = CKANKeySearch(table)
            try await CKANPages.rows(of: page) { search.add($0) }
            roles.key = search.key ?? CKANMapper.contentKey
        }
        if let inferred = roles.inferred(over: self.roles) { notes.append("inferred from the columns: \(inferred)") }
        return (roles, notes)
    }
}

/// How far the rows of a table have been read.
private struct CKANReading {
    let total: Int?
    /// Notes to show with every answer from the rows.
    var notes: [String]
    /// Whether a row was repeated or out of order.
    var isRepeating = false

    /// The number of the last row; nil if rows have none.
    private(set) var last: Int?
    private var pageStart: Int?
    private var isAtStart = true

    init(total: Int?, notes: [String]) { (self.total, self.notes) = (total, notes) }

    /// Checks the number of a row, which must increase; rows without numbers are checked once per page, by the first row.
    mutating func meet(_ row: JSONValue) {
        let isFirst = isAtStart
        isAtStart = false
        guard let number = row["_id"]?.intValue else {
            guard isFirst else { return }
            isRepeating = isRepeating || pageStart == row.hashValue
            pageStart = row.hashValue
            return
        }
        isRepeating = isRepeating || last.map { number <= $0 } ?? false
        last = number
    }

    /// Whether a page was the last one: it is empty, all rows have been read, or it is shorter than the portal's own limit.
    mutating func isAtEnd(rows: Int, of count: Int, _ members: JSONObject) -> Bool {
        isAtStart = true
        if rows == 0 { return true }
        if let total { return count >= total }
        return members["result.limit"]?.intValue.map { rows < $0 } ?? false
    }
}
