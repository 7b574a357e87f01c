import AggSource

/// Facts about all rows of a table: the types of its columns, which of them identify rows, and which rows do not fit.
struct TableSurvey {
    /// The names of the columns.
    private(set) var names: [String] = []
    /// The labels of the columns.
    private(set) var labels: [String] = []
    /// The labels of the columns that the document says are dates.
    private(set) var dateLabels: Set<String> = []
    /// The labels of the columns that a service added to each row.
    private(set) var addedLabels: Set<String> = []
    /// The profile of each column.
    private(set) var profiles: [ColumnProfile] = []
    /// The number of rows that can become records.
    private(set) var rows = 0
    /// The number of rows that look like totals or footnotes.
    private(set) var remarkCount = 0
    /// The first rows.
    private(set) var firstRows: [TableRow] = []
    /// The rows that do not fit.
    private(set) var check: RowCheck
    /// Notes about rows and geometries.
    private(set) var notes: [String] = []
    /// The length of the longest of these rows, in bytes.
    private(set) var longestRow = 0
    /// The format of the features among the rows; nil if there are none.
    private(set) var features: JSONRows.Features?
    /// The number of bytes read.
    private(set) var bytes = 0

    private let shape: TableShape
    private var keys: [Int: KeySet] = [:]
    /// Totals and footnotes at the end.
    private(set) var remarks = LastRemarks()
    /// Rows that are totals unless others follow.
    private var lastRows: [TableRow] = []

    /// How many of the first rows to keep.
    static let shownRows = 3
    /// How many columns to consider as keys, starting from the first.
    private static let mostKeys = 50
    /// The number of rows after which only the most likely keys are tracked, to save memory.
    private static let keysAfter = [(10_000, 6), (100_000, 3), (1_000_000, 1)]

    private init(_ shape: TableShape) {
        self.shape = shape
        check = RowCheck(width: 0, isJSON: shape.format.isJSON)
    }

    /// Reads all rows of a body; rows of delimited text have up to `width` cells, or as many as the header.
    ///
    /// - Throws: `SourceError.invalidData` for unreadable data, `.cancelled`.
    static func survey(
        of body: HTTPBody, _ shape: TableShape, width: Int, _ progress: ProgressReporter
    ) async throws(SourceError) -> TableSurvey {
        var reader = try RowReader(body, shape)
        var survey = TableSurvey(shape)
        var isFirst = true
        func take(_ row: borrowing TableRow, _ labels: [String]) throws(SourceError) {
            if isFirst {
                survey.begin(labels, width)
                isFirst = false
            }
            survey.add(row, labels)
        }
        while try reader.next(take) {
            if Task.isCancelled { throw .cancelled }
            progress.report(.records(survey.rows))
            progress.report(.bytes(received: min(reader.bytes, body.count), expected: body.count))
            await Task.yield()
        }
        if isFirst { survey.begin(reader.labels, width) }
        for row in survey.lastRows { survey.count(row, isRemark: true, isLast: true) }
        survey.bytes = reader.bytes
        survey.features = reader.features
        survey.dateLabels = reader.dateLabels
        survey.addedLabels = reader.addedLabels
        survey.notes = reader.notes
        return survey
    }

    /// Whether each row has a different value in a column.
    func isUnique(_ index: Int) -> Bool { rows == 0 || keys[index] != nil }

    /// The facts about the columns, for choosing their roles.
    func candidates(_ decimal: NumberText.Decimal) -> [RoleChooser.Candidate] {
        names.indices.map { index in
            RoleChooser.Candidate(
                name: names[index], kind: profiles[index].kind(decimal), profile: profiles[index],
                isUnique: isUnique(index))
        }
    }

    private mutating func begin(_ labels: [String], _ width: Int) {
        let width = shape.format.isJSON ? labels.count : max(width, labels.count)
        check = RowCheck(width: width, isJSON: shape.format.isJSON)
        setLabels(labels + Array(repeating: "", count: width - labels.count))
        for index in 0..<min(width, Self.mostKeys) { keys[index] = KeySet() }
    }

    private mutating func setLabels(_ labels: [String]) {
        self.labels = labels
        names = ColumnNames.names(of: labels)
        let isDividedByCommas = shape.format == .csv && shape.dialect.delimiter == UInt8(ascii: ",")
        let hasFlags = labels.first.map(FlaggedNumber.areLikely) ?? false
        while profiles.count < labels.count {
            profiles.append(ColumnProfile(isDividedByCommas: isDividedByCommas, hasFlags: hasFlags))
        }
    }

    private mutating func add(_ row: borrowing TableRow, _ labels: [String]) {
        if shape.format.isJSON, labels.count > self.labels.count { setLabels(labels) }
        guard check.accepts(row) else { return }
        if firstRows.count < Self.shownRows { firstRows.append(copy row) }
        rows += 1
        longestRow = max(longestRow, row.bytes.count)
        switch shape.format.isJSON ? .row : remarks.add(row, width: profiles.count) {
        case .lastRow: return lastRows.append(copy row)
        case .remark: count(row, isRemark: true)
        case .row:
            for last in lastRows { count(last, isRemark: false) }
            lastRows = []
            count(row, isRemark: false)
        }
        for (count, most) in Self.keysAfter where rows == count { keepKeys(most) }
    }

    private mutating func count(_ row: borrowing TableRow, isRemark: Bool, isLast: Bool = false) {
        if isRemark { remarkCount += 1 }
        for index in profiles.indices {
            let bytes = row.bytes[row.trimmedRange(index)]
            if !isRemark {
                let isJSONNumber = shape.format.isJSON && row.isBare(index)
                profiles[index].add(
                    bytes, isList: row.lists.contains(index), isJSONNumber: isJSONNumber,
                    isExcelText: row.excelTexts.contains(index))
            }
            // A footnote is not a row without a key.
            if isRemark && bytes.isEmpty && (index > 0 || isLast) { continue }
            guard keys[index] != nil else { continue }
            let key = row.keyBytes(index)
            if key.isEmpty || keys[index]?.insert(key) == false { keys[index] = nil }
        }
    }

    private mutating func keepKeys(_ most: Int) {
        guard keys.count > most else { return }
        let candidates = candidates(.point)
        let best = keys.keys.sorted {
            let (left, right) = (RoleChooser.keyScore(candidates[$0], $0), RoleChooser.keyScore(candidates[$1], $1))
            return (right, $0) < (left, $1)
        }
        for index in best.dropFirst(most) { keys[index] = nil }
    }
}
