import AggSource

/// Writes the rows of one body as records, and checks that their keys differ.
struct TableWriter<Sink: BatchSink> {
    private let body: HTTPBody
    private let shape: TableShape
    private let settings: TableSettings
    private let sink: Sink
    private var reader: RowReader
    private var names: [String] = []
    private var mapper: TableMapper?
    private var check: RowCheck
    private var keys: KeyCheck
    private var batch: [Record] = []

    /// Creates a writer of a body into a sink.
    init(_ body: HTTPBody, _ shape: TableShape, _ settings: TableSettings, _ sink: Sink) throws(SourceError) {
        (self.body, self.shape, self.settings, self.sink) = (body, shape, settings, sink)
        reader = try RowReader(body, shape)
        check = RowCheck(width: 0, isJSON: shape.format.isJSON)
        keys = KeyCheck(isContent: settings.roles.isContentKey, expected: body.count / 100)
    }

    /// Reads all rows and writes their records.
    ///
    /// - Throws: `SourceError.invalidData` for what cannot be read and for a key that repeats, `.cancelled`, and whatever the
    ///   sink throws.
    mutating func write() async throws(SourceError) {
        var reader = reader
        while try reader.next({ row, labels throws(SourceError) in try add(row, labels) }) {
            if Task.isCancelled { throw .cancelled }
            while batch.count >= batchSize {
                try await sink.write(Array(batch.prefix(batchSize)))
                batch.removeFirst(batchSize)
            }
        }
        self.reader = reader
        if mapper == nil { try begin(reader.labels) }
        while !batch.isEmpty {
            try await sink.write(Array(batch.prefix(batchSize)))
            batch.removeFirst(min(batch.count, batchSize))
        }
        if let repeated = keys.repeated { try reject(repeated) }
        if Task.isCancelled { throw .cancelled }
    }

    /// What is to be said of the rows.
    func summary(notes: [String]) throws(SourceError) -> FetchSummary {
        let unknown = (settings.columns ?? []).map(\.name).filter { $0 != TableMapper.bounds && !names.contains($0) }
        let hasAll = unknown.isEmpty || shape.format.isJSON
        let missing = hasAll ? [] : ["the table has no column “\(unknown.joined(separator: "”, “"))”"]
        return FetchSummary(bytes: reader.bytes, skipped: check.skipped, notes: notes + missing + check.notes)
    }

    private mutating func add(_ row: borrowing TableRow, _ labels: [String]) throws(SourceError) {
        if mapper == nil || shape.format.isJSON && labels.count > names.count { try begin(labels) }
        guard let mapper, check.accepts(row) else { return }
        guard let bytes = mapper.keyBytes(of: row) else {
            return check.skip(row.line, "has no \(settings.roles.key?.joined(separator: ", ") ?? "key")")
        }
        let record = mapper.record(of: row, key: keys.key(bytes, line: row.line))
        do { try record.checkSize() } catch { return check.skip(row.line, error.reason) }
        batch.append(record)
    }

    private mutating func begin(_ labels: [String]) throws(SourceError) {
        let declared = (settings.columns ?? []).map(\.name) + settings.roles.named.flatMap(\.columns)
        let numbered = declared.compactMap(TableColumnNames.index(ofNumbered:)).max().map { $0 + 1 } ?? 0
        let width = shape.format.isJSON ? labels.count : max(labels.count, numbered)
        names = TableColumnNames.names(of: labels + Array(repeating: "", count: width - labels.count))
        if mapper == nil { check = RowCheck(width: width, isJSON: shape.format.isJSON) }
        mapper = TableMapper(settings, names: names, shape: shape)
        // A row of JSON need not have all columns, and another one may.
        guard !shape.format.isJSON, let key = settings.roles.key, !settings.roles.isContentKey else { return }
        if let lost = key.first(where: { !names.contains($0) }) {
            throw .invalidData(
                "in the header: there is no column “\(lost)”, which is the key\(Nearest.hint(to: lost, among: names))")
        }
    }

    /// Reads all rows again, for those that have a key which was met twice.
    private func reject(_ repeated: KeyCheck.Repeated) throws(SourceError) {
        guard let mapper else { return }
        var reader = try RowReader(body, shape)
        var lines: [Int] = []
        var check = check
        while try reader.next({ row, _ throws(SourceError) in
            if check.accepts(row), mapper.keyBytes(of: row) == repeated.bytes { lines.append(row.line) }
        }) {
            if Task.isCancelled { throw .cancelled }
        }
        guard lines.count > 1 else { return }
        let key = settings.roles.key?.joined(separator: ", ") ?? ""
        let place = shape.format.isJSON ? "item" : "line"
        let value = String(decoding: repeated.bytes, as: UTF8.self)
        throw .invalidData(
            "in \(place) \(lines[1]): it repeats the key “\(value)” of \(place) \(lines[0]), and “\(key)” repeats in "
                + "\(repeated.count) of the rows; choose another key, or \(TableRoles.contentKey) for a digest of the row"
        )
    }
}
