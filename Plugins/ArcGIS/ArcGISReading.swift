import AggSource

/// Reads responses with rows into one stream, and checks the order of their object ids.
struct ArcGISReading<Sink: BatchSink> {
    /// What a response contained besides its rows.
    struct Page {
        /// The number of rows.
        var rows = 0
        /// Whether the server says that there are more.
        var hasMore = false
        /// The smallest object id; nil if the rows have none.
        var firstID: Int64?
        /// The largest object id; nil if the rows have none.
        var lastID: Int64?
        /// Whether a row has a smaller object id than an earlier one, or the response repeats the last one.
        var isOutOfOrder = false
    }

    /// Notes to show with every answer from these rows.
    var notes: Set<String> = []
    /// Whether rows are missing, as a note says; no stored rows are removed then, and the next refresh reads the layer
    /// again even if it was not edited.
    private var isIncomplete = false
    /// The number of rows read.
    var count: Int { stream.count }

    private let mapper: ArcGISMapper
    private let configuredKey: String?
    /// The columns of the first fetch, if only the listed ones are kept; nil if all are.
    private let columns: [String]?
    private var keys = RepeatedKeys()
    private var stream: JSONRecordStream<Sink>
    private let limit: Int
    private var last: Int64?
    /// Hashes of the rows of the last response.
    private var lastRows: [Int] = []

    /// Creates a reading that writes up to a number of rows into a sink; it ignores the others, since some servers send more
    /// than requested.
    init(_ mapper: ArcGISMapper, configuredKey: String?, since state: FetchState?, limit: Int, into sink: Sink) {
        self.mapper = mapper
        self.configuredKey = configuredKey
        self.limit = limit
        let names = mapper.layer.fields.map(\.column)
        let known = state?.values[Self.columnsState]?.split(separator: ",").map(String.init) ?? names
        columns = mapper.declared.isEmpty ? nil : known
        stream = JSONRecordStream(of: "rows", in: "features", into: sink, limit: limit)
        if configuredKey == nil, mapper.keyField == nil {
            notes.insert(
                "no field identifies the rows, so their content is the key; a changed row becomes a new record")
        }
        let listed = Set(known + mapper.declared.map(\.name))
        if let note = SeenNames.note(on: names.filter { !listed.contains($0) }) { notes.insert(note) }
    }

    /// The name under which the state records the columns of the first fetch.
    private static var columnsState: String { "columns" }

    /// Reads one response.
    mutating func read(_ answer: HTTPResponse) async throws(SourceError) -> Page {
        let reference = try SpatialReference(of: answer.body)
        if case .other(let name) = reference, mapper.layer.hasGeometry {
            notes.insert("coordinates are missing: the server uses the coordinate system \(name) instead of WGS 84")
        }
        let before = stream.count
        let objectID = mapper.layer.objectID
        let mapper = mapper
        var page = Page()
        var last = last
        var rows: [Int] = []
        var keys = keys
        self.keys = RepeatedKeys()
        // Some layers repeat object ids; the last row of each is kept, with a note.
        let checksKeys = mapper.keyField.map { configuredKey != nil || $0.name == mapper.layer.globalID } ?? false
        let members = try await stream.read(answer.body) { feature throws(MappingFault) in
            let isStart = rows.isEmpty
            rows.append(feature.hashValue)
            if let objectID, let id = feature["attributes"]?[objectID]?.intValue.map(Int64.init) {
                page.isOutOfOrder = page.isOutOfOrder || last.map { isStart ? id <= $0 : id < $0 } ?? false
                page.firstID = min(page.firstID ?? id, id)
                page.lastID = max(page.lastID ?? id, id)
                last = id
            }
            let record = try mapper.record(feature, reference)
            if checksKeys { keys.add(record.key, row: record.hashValue) }
            return record
        }
        // Different pages may start with equal rows, so only a whole page, or one that the limit cuts, is a repetition.
        let isWhole = rows.count == lastRows.count || stream.count == limit
        if !rows.isEmpty, isWhole, lastRows.starts(with: rows) { page.isOutOfOrder = true }
        (self.last, lastRows, self.keys) = (last, rows, keys)
        page.rows = stream.count - before
        page.hasMore = (members["exceededTransferLimit"] ?? members["properties"]?["exceededTransferLimit"]) == true
        return page
    }

    /// Notes that rows are missing, and why.
    mutating func addMissingRows(_ note: String) {
        notes.insert(note)
        isIncomplete = true
    }

    /// Writes the last rows and returns the summary.
    ///
    /// - Throws: `SourceError.invalidData` if different rows have the same key, and whatever the sink throws.
    mutating func finish() async throws(SourceError) -> FetchSummary {
        if let repeated = keys.first {
            let key = configuredKey ?? mapper.roles.key ?? ""
            let advice = configuredKey == nil ? otherKey : "choose another column"
            throw .invalidData("(the key “\(key)” is not unique: “\(repeated)” appears more than once; \(advice))")
        }
        var state = FetchState()
        if configuredKey == nil {
            state.values[ArcGISFetcher.keyState] = mapper.keyField?.name ?? ArcGISMapper.contentKey
        }
        state.values["edited"] = isIncomplete ? nil : mapper.layer.edited
        state.values[Self.columnsState] = columns?.joined(separator: ",")
        var summary = try await stream.finish(state: state.values.isEmpty ? nil : state, notes: notes.sorted())
        summary.isIncomplete = isIncomplete
        return summary
    }

    /// How to replace an inferred key that is not unique: by the object id, if there is one.
    private var otherKey: String {
        let objectID = mapper.layer.objectID.flatMap(mapper.layer.field)?.column
        return "set “key: \(objectID ?? ArcGISMapper.contentKey)” for this source"
    }
}
