import AggSource
import ProgramRows

/// Reads the messages of one sync, and keeps those of one stream.
struct SingerReading<Sink: BatchSink> {
    /// The maximum length of a line: a schema, or a row of which little becomes a record.
    private static var longestLine: Int { 16_000_000 }

    /// The last state that the tap sent; nil if there was none, or only empty ones.
    private(set) var state: JSONValue?
    /// The versions of the rows.
    private(set) var versions = SingerVersions()
    private let mapper: SingerMapper
    private let catalog: SingerCatalog
    private let services: SourceServices
    private let environment: ProgramEnvironment
    private let sink: Sink
    private var lines = LineSplitter(limit: longestLine)
    private let formerRoles: [RowRoles]
    /// The columns that identify the rows, as far as the tap says.
    private(set) var keys: [String]
    /// The last schema with columns.
    private var schema: JSONValue?
    private var rows: RowReading<Sink>?
    private var hasSchema = false
    /// A stream that was not requested, but whose rows the tap sent.
    private var otherStream: String?
    private var count = 0
    private var bytes = 0

    init(
        _ mapper: SingerMapper, _ catalog: SingerCatalog, formerRoles: [RowRoles], _ services: SourceServices,
        _ environment: ProgramEnvironment, into sink: Sink
    ) {
        self.mapper = mapper
        self.catalog = catalog
        self.services = services
        self.environment = environment
        self.sink = sink
        self.formerRoles = formerRoles
        keys = catalog.keys
        schema = catalog.entry["schema"]
    }

    /// The roles of the rows; nil if there were none.
    var roles: RowRoles? { rows?.roles }

    mutating func push(_ piece: [UInt8]) async throws(SourceError) {
        bytes += piece.count
        services.progress.report(.bytes(received: bytes, expected: nil))
        var lines = lines
        try await lines.push(piece) { line, number throws(SourceError) in try await read(line, number) }
        self.lines = lines
    }

    /// Writes the last rows, and returns the summary without a state.
    ///
    /// - Throws: `SourceError.invalidData` if only rows of other streams came, and whatever the sink throws.
    mutating func finish() async throws(SourceError) -> FetchSummary {
        if let otherStream, rows == nil, !hasSchema {
            throw .invalidData("from the tap: it sent no rows of “\(catalog.stream)”, only of “\(otherStream)”")
        }
        for waiting in versions.takeWaiting() { try await write(waiting.row, size: waiting.size) }
        var reading = rows ?? newRows
        let summary = try await reading.finish(state: nil, bytes: bytes)
        rows = reading
        return summary
    }

    /// Reads the last line if it has no line break.
    mutating func readRest() async throws(SourceError) {
        var lines = lines
        try await lines.finish { line, number throws(SourceError) in try await read(line, number) }
        self.lines = lines
    }

    /// Whether the last state says that the tap was not done with the stream.
    var isUnfinished: Bool {
        guard let state else { return false }
        let bookmarks = state["bookmarks"] ?? state
        return Self.hasMarkers(bookmarks[catalog.id] ?? bookmarks[catalog.stream] ?? state)
    }

    private static func hasMarkers(_ json: JSONValue) -> Bool {
        switch json {
        case .object(let object): object["progress_markers"] != nil || object.members.contains { hasMarkers($0.value) }
        case .array(let items): items.contains(where: hasMarkers)
        default: false
        }
    }

    private mutating func read(_ line: ArraySlice<UInt8>, _ number: Int) async throws(SourceError) {
        let message: SingerMessage
        do { message = try SingerMessage(line, ofStream: catalog.isNamed) } catch {
            throw environment.fault(in: line, at: "line \(number)", error.reason)
        }
        switch message {
        case .schema(let schema, let keys):
            hasSchema = true
            if let keys, !keys.isEmpty { self.keys = keys }
            if schema?["properties"]?.objectValue?.members.isEmpty == false { self.schema = schema }
        case .record(let row, let version): try await add((row, version, line.count))
        case .otherRows(let stream): otherStream = otherStream ?? stream
        case .state(let value):
            // Some taps start with an empty state, which would erase the point where the last sync ended.
            if value.objectValue?.members.isEmpty == false { state = value }
        case .activateVersion(let version): try await activate(version)
        case .batch(let files, let isCompressed):
            for file in files { try await read(file, isCompressed) }
        case .other: break
        }
    }

    private mutating func add(_ row: SingerVersions.Row) async throws(SourceError) {
        if case .write = try versions.decide(row) { try await write(row.row, size: row.size) }
    }

    private mutating func activate(_ version: Int) async throws(SourceError) {
        if versions.activate(version) {
            try await sink.restart()
            rows = nil
        }
        for row in versions.takeWaiting() { try await add(row) }
    }

    private mutating func write(_ row: JSONValue, size: Int) async throws(SourceError) {
        count += 1
        var reading = rows ?? newRows
        rows = nil
        let isRemoved = row["_sdc_deleted_at"].map { !$0.isNull } ?? false
        try await reading.add(row, number: count, size: size, bytes: [], isRemoved: isRemoved)
        rows = reading
    }

    private var newRows: RowReading<Sink> {
        var plan = mapper.plan(
            keys: keys, schema: schema, isIncremental: catalog.isIncremental, formerRoles: formerRoles)
        plan.knownNames = catalog.columnNames
        return RowReading(plan, into: sink)
    }

    /// Reads a file of a BATCH with a system program for its format.
    private mutating func read(_ address: String, _ isCompressed: Bool) async throws(SourceError) {
        let program = mapper.endpoint.reader(
            of: try SingerBatch(address), isCompressed: isCompressed, path: services.environment["PATH"])
        var splitter = LineSplitter(limit: Self.longestLine)
        let environment = environment
        func row(_ line: ArraySlice<UInt8>, _ number: Int) throws(SourceError) -> JSONValue {
            do { return try JSONValue(parsing: line) } catch {
                throw environment.fault(
                    in: line, at: "line \(number) of a batch", "expected one JSON object per line, but \(error.reason)")
            }
        }
        let end = try await services.programs.run(program) { piece throws(SourceError) in
            try await splitter.push(piece) { line, number throws(SourceError) in
                try await add((try row(line, number), nil, line.count))
            }
        }
        try end.requireSuccess(of: program)
        try await splitter.finish { line, number throws(SourceError) in
            try await add((try row(line, number), nil, line.count))
        }
    }
}
