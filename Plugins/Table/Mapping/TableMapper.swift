import AggSource

/// Turns the rows of a table into records.
struct TableMapper {
    private let shape: TableShape
    private let decimal: NumberText.Decimal
    private let dates: DateText.Order
    private let pairs: PairText.Order
    /// The columns that become fields, with their positions in a row.
    private let fields: [(column: Column, index: Int)]
    private let key: [Int]?
    private let title: [Int]
    private let subtitle: Int?
    private let date: [Int]
    /// Whether the second part of a date is a quarter.
    private let hasQuarters: Bool
    private let latitude: Int?
    private let longitude: Int?
    private let location: Int?
    private let link: Int?
    private let hasBounds: Bool
    /// Whether numbers have flags, as in files of Eurostat.
    private let hasFlags: Bool
    /// The labels of JSON rows, sorted, with their positions in a row.
    private let members: [(label: String, index: Int)]

    /// How many dates fit the configured order only, and how many fit only other ones, with the first of them.
    var dateFits: (wanted: Int, other: Int, order: DateText.Order?, line: Int) = (0, 0, nil, 0)

    /// The first date that is another one in another order, and its line; nil if there is none.
    var unclearDate: (text: String, line: Int)?

    /// How many values do not fit the types of their columns, and the first of them.
    var misfits: (count: Int, text: String, column: String, line: Int) = (0, "", "", 0)

    /// How many numbers lose their flags, and the first of them.
    var flags: (count: Int, text: String, column: String, line: Int) = (0, "", "", 0)

    /// How many rows have an invalid latitude or longitude, and the line of the first.
    var misplaced: (count: Int, line: Int) = (0, 0)

    /// The name of the column with the bounds of lines and areas.
    static let bounds = "bounds"

    /// Creates a mapper for rows whose cells have these names, made from these labels.
    init(_ settings: TableSettings, names: [String], labels: [String], shape: TableShape) {
        var places: [String: Int] = [:]
        for (index, name) in names.enumerated() where places[name] == nil { places[name] = index }
        let roles = settings.roles
        self.shape = shape
        decimal = settings.decimal ?? .point
        dates = settings.dates ?? .monthFirst
        pairs = settings.pairs ?? .latitudeFirst
        fields = (settings.columns ?? []).compactMap { column in places[column.name].map { (column, $0) } }
        key = roles.isContentKey ? nil : (roles.key ?? []).compactMap { places[$0] }
        title = (roles.title ?? []).compactMap { places[$0] }
        subtitle = roles.subtitle.flatMap { places[$0] }
        date = (roles.date ?? []).compactMap { places[$0] }
        hasQuarters = roles.date?.dropFirst().first.map { ColumnWords.has($0, DateParts.quarters) } ?? false
        latitude = roles.latitude.flatMap { places[$0] }
        longitude = roles.longitude.flatMap { places[$0] }
        location = roles.location.flatMap { places[$0] }
        link = roles.link.flatMap { places[$0] }
        hasBounds = settings.columns?.contains { $0.name == Self.bounds } == true && places[Self.bounds] == nil
        hasFlags = labels.first.map(FlaggedNumber.areLikely) ?? false
        let hasDigests = shape.format.isJSON && roles.isContentKey
        members = (hasDigests ? labels : []).enumerated().map { (label: $1, index: $0) }
            .sorted { ($0.label, $0.index) < ($1.label, $1.index) }
    }

    /// The bytes that identify a row: those of its key, or of all its cells; nil if part of the key is empty.
    func keyBytes(of row: borrowing TableRow) -> [UInt8]? {
        guard let key else { return shape.format.isJSON ? memberBytes(of: row) : cellBytes(of: row) }
        var bytes: [UInt8] = []
        for index in key {
            let part = row.keyBytes(index)
            guard !part.isEmpty else { return nil }
            if !bytes.isEmpty { bytes.append(UInt8(ascii: "/")) }
            bytes += part
        }
        return bytes.isEmpty ? nil : bytes
    }

    /// The bytes of all cells of delimited text.
    private func cellBytes(of row: borrowing TableRow) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(row.bytes.count + row.count)
        for index in 0..<row.count {
            bytes += row.bytes[row.range(index)]
            bytes.append(ListText.separatorByte)
        }
        while bytes.last == ListText.separatorByte { bytes.removeLast() }
        return bytes
    }

    /// The bytes of all labels and values of a JSON row, whatever their order and whatever other rows have.
    private func memberBytes(of row: borrowing TableRow) -> [UInt8] {
        var bytes: [UInt8] = []
        for (label, index) in members where !row.range(index).isEmpty {
            bytes += label.utf8
            bytes.append(ListText.separatorByte)
            bytes += Self.sorted(row.bytes[row.range(index)])
            bytes.append(ListText.separatorByte)
        }
        return bytes
    }

    /// The bytes of a cell, with the members of JSON objects in it sorted.
    private static func sorted(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let first = bytes.first, "[{".utf8.contains(first), let value = try? JSONValue(parsing: bytes) else {
            return bytes
        }
        return Array(value.sortedByName.text.utf8)[...]
    }

    /// Creates the record for a row with a key.
    mutating func record(of row: borrowing TableRow, key: String) -> Record {
        let titles = title.map { line(row, $0) }.filter { !$0.isEmpty }
        var record = Record(key: key, title: titles.isEmpty ? key : titles.joined(separator: " "))
        if let subtitle { record.subtitle = text(row, subtitle) }
        if let first = date.first {
            let bytes = row.bytes[row.trimmedRange(first)]
            record.date =
                date.count > 1
                ? DateParts.date(date.map { row.bytes[row.trimmedRange($0)] }, isQuarter: hasQuarters)
                : self.date(bytes, line: row.line) ?? PeriodDate.date(bytes)
        }
        if let link, LinkText.isURL(row.bytes[row.trimmedRange(link)]) { record.url = text(row, link) }
        record.fields.reserveCapacity(fields.count)
        for (column, index) in fields {
            if let value = value(row, index, column) { record.fields.append(Record.Field(column.name, value)) }
        }
        setPlace(of: &record, row)
        return record
    }

    private mutating func setPlace(of record: inout Record, _ row: borrowing TableRow) {
        if let latitude, let longitude {
            guard let north = degrees(row, latitude, upTo: 90), let east = degrees(row, longitude, upTo: 180) else {
                let cells = [latitude, longitude].map { row.bytes[row.trimmedRange($0)] }
                if cells.allSatisfy({ !$0.isEmpty && !Missing.isMissingNumber($0) }) {
                    if misplaced.count == 0 { misplaced.line = row.line }
                    misplaced.count += 1
                }
                return
            }
            record.coordinate = Coordinate(latitude: north, longitude: east)
        } else if let location, let place = PlaceText(row.text(location), pairs) {
            record.coordinate = place.coordinate
            if hasBounds, let bounds = place.bounds {
                record.fields.append(Record.Field(Self.bounds, .text(bounds.text)))
            }
        }
    }

    /// The degrees in a cell.
    private func degrees(_ row: borrowing TableRow, _ index: Int, upTo limit: Double) -> Double? {
        let bytes = row.bytes[row.trimmedRange(index)]
        let number = NumberText.value(bytes, decimalMark(of: row, index))?.double
        if let number, abs(number) <= limit { return number }
        return AngleText.angle(String(decoding: bytes, as: UTF8.self))?.degrees
    }

    /// The decimal mark of a cell: that of the table, except in JSON numbers and in coordinates that are degrees only with
    /// the other one.
    private func decimalMark(of row: borrowing TableRow, _ index: Int) -> NumberText.Decimal {
        if shape.format.isJSON, row.isBare(index) { return .point }
        guard index == latitude || index == longitude else { return decimal }
        let limit = index == latitude ? 90.0 : 180
        let bytes = row.bytes[row.trimmedRange(index)]
        let mark = [decimal, decimal.other].first { mark in
            NumberText.value(bytes, mark).map { abs($0.double) <= limit } ?? false
        }
        return mark ?? decimal
    }

    /// The text of a cell on one line; nil if it is empty.
    private func text(_ row: borrowing TableRow, _ index: Int) -> String? {
        let text = line(row, index)
        return text.isEmpty ? nil : text
    }

    private func line(_ row: borrowing TableRow, _ index: Int) -> String {
        let range = row.trimmedRange(index)
        if Missing.isNull(row.bytes[range]) { return "" }
        guard row.bytes[range].contains(where: { (9...13).contains($0) || $0 == ListText.separatorByte }) else {
            return String(decoding: row.bytes[range], as: UTF8.self)
        }
        return row.trimmedText(index).split { $0.isWhitespace || $0 == ListText.separator }.joined(separator: " ")
    }

    private mutating func value(_ row: borrowing TableRow, _ index: Int, _ column: Column) -> FieldValue? {
        let kind = column.kind
        let bytes = row.bytes[row.trimmedRange(index)]
        guard !bytes.isEmpty, !Missing.isNull(bytes) else { return nil }
        if kind == .text { return .text(row.meantText(index)) }
        switch kind {
        case .text: return nil
        case .integer, .decimal:
            let decimal = decimalMark(of: row, index)
            if let number = NumberText.value(bytes, decimal) ?? AmountText(bytes, decimal)?.number {
                if case .integer(let value) = number, kind == .integer { return .integer(value) }
                return .decimal(number.double)
            }
            // A column can have another decimal mark than the other columns, but one of integers has none.
            let mark = decimal.other
            switch NumberText.value(bytes, mark) ?? AmountText(bytes, mark)?.number {
            case .integer(let value)? where kind == .integer: return .integer(value)
            case let number? where kind == .decimal: return .decimal(number.double)
            default: break
            }
            if hasFlags || kind == .decimal, let found = FlaggedNumber(bytes) {
                let number = found.isMissing ? nil : NumberText.value(found.number, decimal)
                if found.isMissing || number != nil {
                    if flags.count == 0 { flags = (0, String(decoding: bytes, as: UTF8.self), column.name, row.line) }
                    flags.count += 1
                    if case .integer(let value)? = number, kind == .integer { return .integer(value) }
                    return number.map { FieldValue.decimal($0.double) }
                }
            }
            if Missing.isMissingNumber(bytes) { return nil }
        case .boolean: if let flag = BooleanText.value(bytes) { return .boolean(flag) }
        case .date: if let date = date(bytes, line: row.line) { return .date(date) }
        case .list: return .list(ListText.items(of: bytes))
        }
        // A value that does not fit the type is kept as text, unless it marks a missing value.
        if Missing.isMissing(bytes) { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        if misfits.count == 0 { misfits = (0, String(text.prefix(40)), column.name, row.line) }
        misfits.count += 1
        return .text(text)
    }

    private mutating func date(_ bytes: ArraySlice<UInt8>, line: Int) -> RecordDate? {
        guard !bytes.isEmpty else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let found = DateText.date(text, preferring: dates) else {
            return CompactDate.date(bytes) ?? EpochDate.date(bytes)
        }
        if !found.isClear, unclearDate == nil { unclearDate = (text, line) }
        if !found.orders.contains(dates.reading) {
            if dateFits.other == 0 {
                let order = DateText.Order.allCases.first { found.orders.contains($0.reading) }
                (dateFits.order, dateFits.line) = (order, line)
            }
            dateFits.other += 1
        } else if found.orders == dates.reading {
            dateFits.wanted += 1
        }
        return found.date
    }
}
