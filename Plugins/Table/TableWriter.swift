import AggSource

/// Writes the rows of a table as records, and checks that their keys are distinct.
struct TableWriter {
    private let shape: TableShape
    private let settings: TableSettings
    private let isPaged: Bool
    private let id: SourceID?
    /// Whether the configuration leaves the key open.
    private let isKeyDetected: Bool
    private let sink: (any BatchSink)?
    private var names: [String] = []
    private var labels: [String] = []
    private var seenNames = SeenNames()
    private var mapper: TableMapper?
    private var check: RowCheck
    private var keys: KeyCheck
    private var batch = RecordBatch()
    private var bytes = 0
    private var notes: [String] = []
    /// Whether a page so far is a JSON array.
    private var hasList = false
    /// Whether there is a tab in the header, as its labels do not show.
    private var headerHasTab = false
    /// The number of rows read, including skipped ones.
    private(set) var items = 0
    /// The numbers of records with a date, a coordinate, and a link.
    private(set) var filled = (dates: 0, coordinates: 0, links: 0)

    /// Creates a writer into a sink for a table of about this size in bytes; without a sink, it only checks the rows.
    ///
    /// Errors say how to change the source with the id, and its key if that was detected.
    init(
        _ shape: TableShape, _ settings: TableSettings, size: Int, _ sink: (any BatchSink)?, id: SourceID? = nil,
        isKeyDetected: Bool = false
    ) {
        (self.shape, self.settings, self.sink, self.id) = (shape, settings, sink, id)
        self.isKeyDetected = isKeyDetected
        isPaged = settings.next != nil
        check = RowCheck(width: 0, isJSON: shape.format.isJSON)
        keys = KeyCheck(isContent: settings.roles.isContentKey, expected: size / 100)
    }

    /// Reads all rows of a body and writes their records.
    ///
    /// - Throws: `SourceError.invalidData` for unreadable data and for a repeated key, `.cancelled`, and whatever the sink
    ///   throws.
    mutating func write(_ body: HTTPBody) async throws(SourceError) {
        // A server can send a web page, such as a sign-in form, with status 200.
        var pieces = try TextPieces(body, shape.encoding)
        let beginning = try pieces.next() ?? []
        var raw = try TextPieces(body, nil)
        let other =
            try OtherDocument(binary: raw.next() ?? [])
            ?? OtherDocument(beginning, rowsHave: settings.identifying, isFile: settings.isFile)
        if let other { throw .invalidData(other.reason) }
        if shape.format == .csv, let reason = OtherDocument.reason(ofJSON: beginning, id) { throw .invalidData(reason) }
        if mapper == nil, beginning.allSatisfy(\.isBlank), try pieces.next() == nil {
            throw .invalidData("(the document is empty)")
        }
        try checkList(beginning)
        headerHasTab = Self.hasTab(beginning, inLineAfter: shape.skippedLines)
        var reader = try RowReader(body, shape, labels: labels)
        while try reader.next({ row, labels throws(SourceError) in try add(row, labels) }) {
            if Task.isCancelled { throw .cancelled }
            if batch.isFull { try await writeBatch() }
        }
        if mapper == nil { try begin(reader.labels) }
        if let fault = missing.faultOfRows, items > 0, !isPaged { throw .invalidData("(\(fault))") }
        // A byte order mark decides, whatever encoding the text had before.
        if reader.mark == nil { try checkEncoding(reader.encoding, body) }
        bytes += reader.bytes
        let encodingNote = (reader.mark ?? shape.encoding) == .utf8 ? reader.encoding.note : nil
        for note in reader.notes + [encodingNote].compactMap(\.self) where !notes.contains(note) {
            notes.append(note)
        }
        try await writeBatch()
        if let repeated = keys.repeated, !isPaged { try await reject(repeated, body) }
        if Task.isCancelled { throw .cancelled }
    }

    /// The summary, with notes about the rows.
    func summary(notes: [String]) -> FetchSummary {
        let repeats = isPaged ? keys.repeated?.count ?? 0 : 0
        let rows = repeats == 1 ? "1 row repeats" : "\(repeats) rows repeat"
        let repeated =
            repeats == 0 ? [] : ["\(rows) a key from another page; the last row with each key is kept"]
        let ofRows = missing.notes(hasRows: items > 0) + check.notes + misfitNotes
        var summary = FetchSummary(
            bytes: bytes, skipped: check.skipped,
            notes: notes + ofRows + self.notes.filter { !notes.contains($0) } + repeated)
        // The note above says so.
        summary.hasVersions = repeats > 0
        return summary
    }

    /// Notes about values that do not fit their columns: those stored as text or without flags, and invalid coordinates.
    var misfitNotes: [String] {
        guard let mapper else { return [] }
        let (misfits, misplaced, flags) = (mapper.misfits, mapper.misplaced, mapper.flags)
        let place = shape.format.isJSON ? "item" : "line"
        var notes: [String] = []
        if misfits.count > 0 {
            let values = misfits.count == 1 ? "1 value does" : "\(misfits.count) values do"
            let types = misfits.count == 1 ? "the type of its column and is" : "the types of their columns and are"
            notes.append(
                "\(values) not fit \(types) stored as text (first: “\(misfits.text)” in \(misfits.column) at \(place) "
                    + "\(misfits.line))")
        }
        if flags.count > 0 {
            let numbers =
                flags.count == 1 ? "1 number is stored without its" : "\(flags.count) numbers are stored without their"
            notes.append("\(numbers) flags (first: “\(flags.text)” in \(flags.column) at \(place) \(flags.line))")
        }
        if misplaced.count > 0 {
            let rows = misplaced.count == 1 ? "1 row has" : "\(misplaced.count) rows have"
            notes.append(
                "\(rows) no valid latitude and longitude, so coordinates are missing (first: \(place) "
                    + "\(misplaced.line))")
        }
        return notes
    }

    /// A note about columns that are neither known nor configured.
    func note(onColumnsNotIn known: [String]) -> String? {
        let listed = Set(known + (settings.columns ?? []).map(\.name) + settings.roles.named.flatMap(\.columns))
        return SeenNames.note(on: allNames.filter { !listed.contains($0) })
    }

    /// The names of the columns with labels on any page.
    var allNames: [String] { seenNames.all }

    /// The order in which some dates must be read, if none must be read in the configured order; nil otherwise.
    var betterOrder: DateText.Order? {
        guard let fits = mapper?.dateFits, fits.wanted == 0, !isPaged else { return nil }
        return fits.order
    }

    /// A note about the first date that is not in the configured order, or whose order is unclear; nil if there is none.
    var dateNote: String? {
        guard let wanted = settings.dates else { return noteOnUnclearDate }
        guard let fits = mapper?.dateFits, let order = fits.order else { return nil }
        let place = shape.format.isJSON ? "item" : "line"
        let first = betterOrder == nil ? "such dates are" : "all dates are"
        let advice = id.map { "; run “source edit \($0)” and set “dates: \(order.rawValue)” if that is right" } ?? ""
        return "the date at \(place) \(fits.line) does not fit “dates: \(wanted.rawValue)”, so \(first) read "
            + order.words + advice
    }

    /// A note about dates whose order neither the configuration nor another date decides.
    private var noteOnUnclearDate: String? {
        guard let mapper, let unclear = mapper.unclearDate, mapper.dateFits.wanted == 0, mapper.dateFits.other == 0
        else { return nil }
        let place = shape.format.isJSON ? "item" : "line"
        let advice = id.map { "; to change that, run “source edit \($0)” and set “dates: day-first”" } ?? ""
        return "the order of day and month is unclear; dates are read month first (first: “\(unclear.text)” at "
            + "\(place) \(unclear.line))\(advice)"
    }

    /// The configured columns that the table does not have.
    private var missing: MissingColumns {
        MissingColumns(
            settings: settings, shape: shape, names: names, labels: labels, headerHasTab: headerHasTab, id: id)
    }

    /// Rejects an object in place of a list of rows, which earlier pages were: it says why there is no list.
    private mutating func checkList(_ beginning: [UInt8]) throws(SourceError) {
        guard shape.format == .json, shape.items.isEmpty, let first = beginning.first(where: { !$0.isBlank }) else {
            return
        }
        if first == UInt8(ascii: "[") { hasList = true }
        guard hasList, first == UInt8(ascii: "{") else { return }
        let text = String(decoding: beginning.prefix(200), as: UTF8.self).split(whereSeparator: \.isWhitespace)
        throw .invalidData("(expected a list of rows, found an object: \(text.joined(separator: " ")))")
    }

    /// Whether a text has a tab in the line after some others.
    private static func hasTab(_ beginning: [UInt8], inLineAfter count: Int) -> Bool {
        let lines = beginning.split(separator: 10, maxSplits: count + 1, omittingEmptySubsequences: false)
        return lines.dropFirst(count).first?.contains(9) ?? false
    }

    private mutating func writeBatch() async throws(SourceError) {
        guard let sink else { return batch = RecordBatch() }
        try await batch.write(to: sink)
    }

    private mutating func add(_ row: borrowing TableRow, _ labels: [String]) throws(SourceError) {
        items += 1
        // Another page can have other columns, or the same ones in another order.
        if mapper == nil || labels != self.labels { try begin(labels) }
        guard check.accepts(row) else { return }
        guard let bytes = mapper?.keyBytes(of: row) else {
            let empty = (settings.roles.key ?? []).filter { name in
                names.firstIndex(of: name).map { row.keyBytes($0).isEmpty } ?? true
            }
            return check.skip(row.line, "has no \(empty.joined(separator: ", "))")
        }
        let key = keys.key(bytes, line: row.line)
        guard let record = mapper?.record(of: row, key: key) else { return }
        do { try batch.add(record) } catch { return check.skip(row.line, error.reason) }
        if record.date != nil { filled.dates += 1 }
        if record.coordinate != nil { filled.coordinates += 1 }
        if record.url != nil { filled.links += 1 }
    }

    private mutating func begin(_ labels: [String]) throws(SourceError) {
        self.labels = labels
        let declared = (settings.columns ?? []).map(\.name) + settings.roles.named.flatMap(\.columns)
        let numbered = declared.compactMap(ColumnNames.index(ofNumbered:)).max().map { $0 + 1 } ?? 0
        let width = shape.format.isJSON ? labels.count : max(labels.count, numbered)
        names = ColumnNames.names(of: labels + Array(repeating: "", count: width - labels.count))
        seenNames.add(zip(names, labels).lazy.filter { !$1.isEmpty }.map(\.0))
        if mapper == nil { check = RowCheck(width: width, isJSON: shape.format.isJSON) }
        let former = mapper
        mapper = TableMapper(settings, names: names, labels: labels, shape: shape)
        if let former {
            mapper?.dateFits = former.dateFits
            mapper?.unclearDate = former.unclearDate
            mapper?.flags = former.flags
            mapper?.misfits = former.misfits
            mapper?.misplaced = former.misplaced
        }
        if let fault = missing.faultOfHeader { throw .invalidData("in the header: \(fault)") }
    }

    /// Rejects a text that is no longer UTF-8, or that has become UTF-8, so that no stored text is replaced by one with
    /// missing or wrong characters.
    private func checkEncoding(_ encoding: EncodingDetector, _ body: HTTPBody) throws(SourceError) {
        func remedy(_ encoding: TableEncoding) -> String {
            (id.map { "run “source edit \($0)” and " } ?? "") + "set “encoding: \(encoding.rawValue)”"
        }
        if shape.encoding.isSingleByte {
            guard encoding.isOnlyUTF8 else { return }
            throw .invalidData("(the text is UTF-8 instead of \(shape.encoding.title); \(remedy(.utf8)))")
        }
        let found = encoding.encoding()
        guard found != .utf8 else { return }
        let place = TextFault(in: body).map { "at line \($0.line): " } ?? ""
        let likely = found ?? .windows1252
        throw .invalidData("\(place)the text is not UTF-8; if it is \(likely.title), \(remedy(likely))")
    }

    /// Reads the rows again to find the first two that share a repeated key.
    private func reject(_ repeated: KeyCheck.Repeated, _ body: HTTPBody) async throws(SourceError) {
        guard let mapper else { return }
        var reader = try RowReader(body, shape)
        let columns = (settings.roles.key ?? []).compactMap(names.firstIndex)
        var lines: [Int] = []
        var values: [String] = []
        var check = check
        while lines.count < 2,
            try reader.next({ row, _ throws(SourceError) in
                guard check.accepts(row), mapper.keyBytes(of: row) == repeated.bytes else { return }
                lines.append(row.line)
                values.append(columns.map(row.trimmedText).joined(separator: ", "))
            })
        {
            if Task.isCancelled { throw .cancelled }
        }
        guard lines.count > 1 else { return }
        let key = settings.roles.key?.joined(separator: ", ") ?? ""
        let place = shape.format.isJSON ? "item" : "line"
        let value = String(decoding: repeated.bytes, as: UTF8.self)
        let rows = repeated.count == 1 ? "1 row" : "\(repeated.count) rows"
        if values[0] != values[1] {
            throw .invalidData(
                "at \(place) \(lines[1]): the keys “\(values[1])” at \(place) \(lines[1]) and “\(values[0])” at \(place) "
                    + "\(lines[0]) are different, but both have the address “\(value)”; \(await advice(body))")
        }
        throw .invalidData(
            "at \(place) \(lines[1]): the row repeats the key “\(value)” of \(place) \(lines[0]); "
                + "“\(key)” has repeated values in \(rows); \(await advice(body))")
    }

    /// How to choose another key, with one that is now different in all rows if there is one.
    private func advice(_ body: HTTPBody) async -> String {
        var open = settings
        open.roles.key = nil
        let found = try? await TableDetector(given: open).find(in: body).settings.roles
        if isKeyDetected {
            let columns = (found?.key ?? [TableRoles.contentKey]).joined(separator: ", ")
            return "set “key: \(columns)” for this source, or refresh it with --force to detect another key"
        }
        let digest = "\(TableRoles.contentKey) for a digest of the row"
        guard let key = found?.key, found?.isContentKey == false else {
            return id.map {
                "run “source edit \($0)” and set “key: \(TableRoles.contentKey)” to use a digest of the row"
            }
                ?? "choose another key, or \(digest)"
        }
        let columns = key.joined(separator: ", ")
        return id.map { "run “source edit \($0)” and set “key: \(columns)”, which has no repeated values" }
            ?? "choose another key, such as “\(columns)”, or \(digest)"
    }
}
