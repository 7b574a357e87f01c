import AggSource

/// Reads the rows of a document in any format, piece by piece.
struct RowReader {
    private enum Parser {
        case delimited(DelimitedReader)
        case json(JSONItemReader, Range<Int>?)
        /// A document read as a whole.
        case document
    }

    /// The labels of the columns; for JSON, the list grows during reading.
    private(set) var labels: [String] = []

    /// The labels of the columns that the document says are dates.
    private(set) var dateLabels: Set<String> = []

    /// The labels of the columns that a service added to each row, such as the time at which it was stored.
    private(set) var addedLabels: Set<String> = []

    private let shape: TableShape
    private let body: HTTPBody
    private var pieces: TextPieces
    private var parser: Parser
    private var json: JSONRows
    private let reference: SpatialReference
    private var unitsToSkip: Int
    private var awaitsHeader: Bool
    /// The header, to recognize another copy of it.
    private var header = TableRow()
    /// Whether the labels in the header are those of the columns after the first.
    private var lacksFirstLabel = false
    /// The labels of an earlier page.
    private let earlierLabels: Set<String>
    /// Whether the labels are in the document, in the first row or in a list beside the rows.
    private var hasLabels: Bool
    private var items = 0
    private var offset = 0

    /// The maximum size in bytes of a JSON object with a member for each row or column.
    private static let largestObject = 32 << 20

    /// Creates a reader for a body, with the labels of an earlier page.
    ///
    /// The first columns of JSON have these labels, and so have those of a page of delimited text without a header.
    ///
    /// - Throws: `SourceError.invalidData` if a JSON document does not contain the configured list, and whatever the
    ///   body throws.
    init(_ body: HTTPBody, _ shape: TableShape, labels: [String] = []) throws(SourceError) {
        self.shape = shape
        self.body = body
        earlierLabels = Set(labels.filter { !$0.isEmpty })
        pieces = try TextPieces(body, shape.encoding)
        awaitsHeader = shape.hasHeader
        hasLabels = shape.hasHeader
        unitsToSkip = shape.hasUnits ? 1 : 0
        var reference = SpatialReference.degrees
        switch shape.format {
        case .csv:
            parser = .delimited(DelimitedReader(shape.dialect))
            self.labels = labels
            lacksFirstLabel = try Self.lacksFirstLabel(in: body, shape)
        case .jsonl: parser = .json(JSONItemReader(hasArrayLines: true), nil)
        case .columns: parser = .document
        case .json, .geojson:
            if shape.membersPath != nil {
                parser = .document
            } else if shape.items.isEmpty {
                parser = .json(JSONItemReader(), nil)
            } else {
                let list = try Self.list(at: shape.items, in: body, shape.encoding)
                parser = .json(JSONItemReader(), list.range)
                if let name = list.reference { reference = SpatialReference(name: name) }
                dateLabels = list.dates
                if !shape.hasHeader, let labels = list.labels {
                    (self.labels, addedLabels, hasLabels) = (labels.all, labels.added, true)
                }
            }
        }
        self.reference = reference
        json = JSONRows(labels: shape.format.isJSON && !hasLabels ? labels : [], reference: reference)
    }

    /// What the bytes so far say about the encoding, if it is supposed to be one of single bytes, or UTF-8 in delimited
    /// text; JSON in UTF-8 is checked by its parser.
    private(set) var encoding = EncodingDetector()

    /// The encoding that a byte order mark shows, which decides; nil without one.
    var mark: TableEncoding? { pieces.mark }

    /// The number of bytes read so far, inflated.
    var bytes: Int { pieces.bytes }

    /// The format of the features among the rows so far; nil if there are none.
    var features: JSONRows.Features? { json.features }

    /// Notes about geometries that became no coordinates and members that became no columns.
    var notes: [String] {
        let rest = "rows have more than \(JSONRows.mostColumns) different members; the rest are ignored"
        let members = json.hasMoreMembers ? [rest] : []
        guard json.lostGeometries > 0 else { return members }
        if case .other(let name) = reference {
            let system = "the document uses the coordinate system \(name) instead of WGS 84"
            return members + ["coordinates are missing: \(system)"]
        }
        let count = json.lostGeometries == 1 ? "1 geometry has" : "\(json.lostGeometries) geometries have"
        return members + ["\(count) no valid longitude and latitude, so coordinates are missing"]
    }

    /// Reads one piece and passes on the rows that end in it; false at the end.
    ///
    /// - Throws: `SourceError.invalidData` with the location of unreadable data, and whatever the body throws.
    mutating func next(
        _ handle: (borrowing TableRow, _ labels: [String]) throws(SourceError) -> Void
    ) throws(SourceError) -> Bool {
        if case .document = parser { return try readDocument(handle) }
        let piece = try pieces.next()
        if piece != nil, shape.encoding.isSingleByte { encoding.add(pieces.undecoded) }
        switch parser {
        case .delimited(var reader):
            parser = .document
            defer { parser = .delimited(reader) }
            var state = (labels: labels, awaitsHeader: awaitsHeader, unitsToSkip: unitsToSkip, header: header)
            let skippedLines = shape.skippedLines
            let widths = shape.widths
            let unlabeled = lacksFirstLabel ? [""] : []
            let earlier = earlierLabels
            let hasUnits = shape.hasUnits
            func take(_ line: borrowing TableRow) throws(SourceError) {
                guard let widths else { return try sort(line) }
                try sort(state.awaitsHeader ? widths.splitLabels(line) : widths.split(line))
            }
            func sort(_ row: borrowing TableRow) throws(SourceError) {
                if row.line <= skippedLines { return }
                if state.awaitsHeader {
                    let found = unlabeled + row.labels
                    state.awaitsHeader = false
                    guard earlier.isEmpty || !earlier.isDisjoint(with: found) else {
                        state.unitsToSkip = 0
                        return try handle(row, state.labels)
                    }
                    state.labels = found
                    state.header = copy row
                } else if row.count > 1, row.bytes == state.header.bytes, row.ends == state.header.ends {
                    var repeated = copy row
                    repeated.fault = .header
                    try handle(repeated, state.labels)
                } else if state.unitsToSkip > 0 {
                    state.unitsToSkip -= 1
                    let others = row.labels
                    if HeaderDetector.isGroups(state.labels, above: others) {
                        state.labels = HeaderDetector.labels(state.labels, with: others)
                    }
                } else if hasUnits, row.isImportIDs {
                    // A second row about the labels.
                    return
                } else {
                    try handle(row, state.labels)
                }
            }
            if let piece {
                if shape.encoding == .utf8 { encoding.add(piece) }
                try reader.push(piece, take)
            } else {
                try reader.finish(take)
            }
            (labels, awaitsHeader, unitsToSkip, header) = state
        case .json(var reader, let range):
            parser = .document
            defer { parser = .json(reader, range) }
            try read(piece, range, &reader, handle)
        case .document: break
        }
        return piece != nil
    }

    private mutating func read(
        _ piece: [UInt8]?, _ range: Range<Int>?, _ reader: inout JSONItemReader,
        _ handle: (borrowing TableRow, [String]) throws(SourceError) -> Void
    ) throws(SourceError) {
        guard let piece else {
            do { try reader.finish() } catch { throw failure(error, after: reader.count) }
            return
        }
        var part = piece[...]
        if let range {
            let start = min(max(range.lowerBound - offset, 0), piece.count)
            part = piece[start..<max(start, min(range.upperBound - offset, piece.count))]
        }
        offset += piece.count
        // The separator of the texts in a GeoJSON sequence (RFC 8142).
        if part.contains(0x1E) { part = part.filter { $0 != 0x1E }[...] }
        let values: [JSONValue]
        do { values = try reader.push(part.span) } catch { throw failure(error, after: reader.count) }
        for value in values {
            items += 1
            try add(value, handle)
        }
    }

    /// The error for unreadable JSON; names the line if there is one value per line.
    private func failure(_ error: JSONError, after count: Int) -> SourceError {
        guard shape.format == .jsonl, let fault = JSONLineFault(in: body, shape.encoding, after: count) else {
            return SourceError(error)
        }
        return .invalidData("at line \(fault.line): \(fault.reason)")
    }

    private mutating func add(
        _ value: JSONValue, _ handle: (borrowing TableRow, [String]) throws(SourceError) -> Void
    ) throws(SourceError) {
        let row = json.row(value, number: items)
        if awaitsHeader, value.arrayValue != nil {
            labels = row.labels
            awaitsHeader = false
            return
        }
        if value.arrayValue == nil || !hasLabels { labels = json.labels }
        while labels.count < row.count { labels.append("") }
        try handle(row, labels)
    }

    private mutating func readDocument(
        _ handle: (borrowing TableRow, [String]) throws(SourceError) -> Void
    ) throws(SourceError) -> Bool {
        var text: [UInt8] = []
        while let piece = try pieces.next() {
            text += piece
            guard text.count <= Self.largestObject else { throw .tooLarge(limit: Self.largestObject) }
        }
        let document: JSONValue
        do { document = try JSONValue(parsing: text) } catch { throw SourceError(error) }
        text = []
        if shape.format == .columns {
            for (name, row) in try JSONColumns(document, at: shape.items) {
                items += 1
                if let name { try add(row, named: name, handle) } else { try add(row, handle) }
            }
            return false
        }
        var value: JSONValue? = document
        let path = shape.membersPath ?? []
        for name in path { value = value?[name] }
        guard let object = value?.objectValue else {
            let place = path.isEmpty ? "" : " at “\(JSONOutline.path(path))”"
            throw .invalidData(
                "(expected an object\(place) with a member for each row, found \(value?.kind ?? "nothing"))")
        }
        for member in object.members {
            items += 1
            try add(member.value, named: member.name, handle)
        }
        return false
    }

    private mutating func add(
        _ value: JSONValue, named name: String, _ handle: (borrowing TableRow, [String]) throws(SourceError) -> Void
    ) throws(SourceError) {
        let row = json.row(value, named: name, number: items)
        labels = json.labels
        try handle(row, labels)
    }

    /// Whether the header of delimited text has one label too few, as its first rows show.
    static func lacksFirstLabel(in body: HTTPBody, _ shape: TableShape) throws(SourceError) -> Bool {
        guard shape.hasHeader, shape.widths == nil else { return false }
        var pieces = try TextPieces(body, shape.encoding)
        let sample = try pieces.next() ?? []
        let detector = DialectDetector(sample: sample, isWhole: try pieces.next() == nil)
        let rows = detector.rows(shape.dialect).filter { $0.line > shape.skippedLines }
        return HeaderDetector(rows: rows).lacksFirstLabel(hasUnits: shape.hasUnits)
    }
}
