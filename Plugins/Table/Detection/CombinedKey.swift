import AggSource

/// Finds two or three columns whose values together identify rows, for a table in which no single column does.
struct CombinedKey {
    private struct Trial {
        let columns: [Int]
        var seen = SeenKeys()
    }

    /// The maximum number of columns to combine.
    private static let mostColumns = 6
    /// The number of rows after which only the best combinations are tracked, to save memory.
    private static let trialsAfter = [(10_000, 6), (100_000, 3), (1_000_000, 1)]
    /// Words for the position of a row in its group.
    private static let positions: Set<String> = [
        "line", "seq", "sequence", "rank", "position", "item", "version", "part", "round", "season",
    ]
    /// Words for what a series is about.
    private static let subjects: Set<String> = [
        "area", "site", "station", "geo", "country", "county", "state", "region", "province", "district", "city",
        "location",
        "airport", "school", "store", "shop", "branch", "product", "item", "sensor", "device", "symbol", "ticker",
        "team",
        "player", "indicator", "variable", "series", "sex", "gender",
    ]
    /// Words for what is observed or remarked, which identifies nothing.
    private static let remarks: Set<String> = [
        "status", "type", "category", "weather", "condition", "note", "notes", "comment", "comments", "remark",
        "remarks",
        "flag", "unit", "units", "source",
    ]

    /// Reads all rows again, once for pairs and once for triples, and then for those with a house number or a
    /// count; nil if no combination of likely columns identifies them.
    ///
    /// - Throws: `SourceError.invalidData` for unreadable data, `.cancelled`.
    static func find(
        in body: HTTPBody, _ shape: TableShape, _ survey: TableSurvey, _ columns: [RoleChooser.Candidate]
    ) async throws(SourceError) -> [String]? {
        let dates = RoleChooser(columns: columns, rows: survey.rows).dateColumns ?? []
        let columns = columns.map { column in
            var column = column
            column.isOfDate = dates.contains(column.name)
            return column
        }
        for mayDifferByChance in [false, true] {
            for count in 2...3 {
                let rows = survey.rows - survey.remarkCount
                let combinations = combinations(of: count, columns, rows: rows, mayDifferByChance)
                if let found = try await first(of: combinations, in: body, shape, survey) {
                    return found.map { columns[$0].name }
                }
            }
        }
        return nil
    }

    /// The first combination of columns with different values in all rows.
    private static func first(
        of combinations: [[Int]], in body: HTTPBody, _ shape: TableShape, _ survey: TableSurvey
    ) async throws(SourceError) -> [Int]? {
        var trials = combinations.map { Trial(columns: $0) }
        guard !trials.isEmpty else { return nil }
        let width = survey.names.count
        var reader = try RowReader(body, shape)
        var check = RowCheck(width: survey.check.width, isJSON: shape.format.isJSON)
        var rows = 0
        var remarks = LastRemarks()
        func take(_ row: borrowing TableRow, _ labels: [String]) throws(SourceError) {
            guard check.accepts(row) else { return }
            rows += 1
            let look = shape.format.isJSON ? .row : remarks.add(row, width: width)
            let isRemark = look == .remark || look == .lastRow && survey.remarks.contains(line: row.line)
            for index in trials.indices.reversed() {
                let parts = trials[index].columns.map(row.keyBytes)
                let isPartial = parts.contains(where: \.isEmpty)
                if isRemark, isPartial { continue }
                let bytes = Array(parts.joined(separator: [UInt8(ascii: "/")]))
                if isPartial || !trials[index].seen.insert(SeenKeys.hash(bytes[...])) { trials.remove(at: index) }
            }
            for (count, most) in trialsAfter where rows == count { trials = Array(trials.prefix(most)) }
        }
        while !trials.isEmpty, try reader.next(take) {
            if Task.isCancelled { throw .cancelled }
            await Task.yield()
        }
        return trials.first?.columns
    }

    /// Whether a pair is likely enough, given the number of rows: one of them is a period, a number, or the like, or the values
    /// of both repeat in many combinations.
    private static func isLikely(_ first: RoleChooser.Candidate, _ second: RoleChooser.Candidate, rows: Int) -> Bool {
        // A time of day is part of a key only after a day.
        if [first, second].contains(where: { $0.profile.forms.contains(.clock) }) {
            return [first, second].contains { $0.kind == .date }
        }
        let isSeries = [first, second].contains(where: isTime)
        if isNamed(first) || isNamed(second) { return rows > 3 || isSeries }
        let varieties = [first, second].map(\.profile.variety)
        // One of a few places may have only one row.
        let most = [first, second].contains { $0.has(subjects) } ? rows + 1 : rows
        return rows > 3 && varieties[0] * varieties[1] <= rows * 2
            && varieties.allSatisfy { $0 * 2 <= min(most, ColumnProfile.sampled) }
    }

    /// Whether a triple is likely enough, given the number of rows: the values of all three repeat, and their combinations are not
    /// many more than the rows, so that they do not differ by chance.
    private static func isLikely(_ triple: [RoleChooser.Candidate], rows: Int) -> Bool {
        if triple.contains(where: { $0.profile.forms.contains(.clock) }) {
            guard triple.contains(where: { $0.kind == .date }) else { return false }
        }
        let varieties = triple.map(\.profile.variety)
        let most = triple.contains(where: isNamed) ? rows * 4 : rows * 2
        return rows > 7 && varieties.reduce(1, *) <= most
            && varieties.allSatisfy { $0 * 2 <= min(rows, ColumnProfile.sampled) }
    }

    /// The positions of columns to combine, best combinations first: those with a number that may differ by chance, or
    /// those without.
    private static func combinations(
        of count: Int, _ columns: [RoleChooser.Candidate], rows: Int, _ mayDifferByChance: Bool
    ) -> [[Int]] {
        // In an account, a day has any number of equal rows; and in a few rows, any two columns may differ by chance.
        guard rows > 2, !RoleChooser.isLedger(columns) else { return [] }
        let parts = columns.indices.filter { index in
            isPart(columns[index], index, rows) && (mayDifferByChance || !columns[index].isNumberByChance)
        }
        let likely = parts.sorted { score(columns[$0], $0) > score(columns[$1], $1) }.prefix(mostColumns)
        var combinations: [[Int]] = []
        for (rank, first) in likely.enumerated() {
            for (next, second) in likely.enumerated().dropFirst(rank + 1) {
                if count == 2 {
                    if isLikely(columns[first], columns[second], rows: rows) { combinations.append([first, second]) }
                } else {
                    combinations += likely.dropFirst(next + 1).map { [first, second, $0] }
                        .filter { triple in isLikely(triple.map { columns[$0] }, rows: rows) }
                }
            }
        }
        if mayDifferByChance {
            combinations.removeAll { combination in !combination.contains { columns[$0].isNumberByChance } }
        }
        return combinations.map { $0.sorted() }.sorted { sum($0, columns) > sum($1, columns) }
    }

    private static func sum(_ combination: [Int], _ columns: [RoleChooser.Candidate]) -> Int {
        combination.reduce(0) { $0 + score(columns[$1], $1) }
    }

    /// Whether a column may be part of a key: short values in all rows, and no measurements.
    private static func isPart(_ column: RoleChooser.Candidate, _ index: Int, _ rows: Int) -> Bool {
        let profile = column.profile
        guard profile.filled >= rows, !profile.isConstant, profile.longest <= 100, profile.meanLength <= 40,
            !profile.isPlace, !profile.isLink, profile.unit == nil,
            profile.forms.isDisjoint(with: [.json, .flag, .email])
        else { return false }
        if column.isMeasure { return false }
        switch column.kind {
        case .text: return true
        case .integer: return index == 0 || isNamed(column) || isRepeatedYear(column, rows)
        // A time may repeat in the next version of the table.
        case .date: return profile.meanLength <= 10
        default: return false
        }
    }

    /// Whether all values may be years that have several rows each, whatever the column is called.
    private static func isRepeatedYear(_ column: RoleChooser.Candidate, _ rows: Int) -> Bool {
        column.profile.isYear && column.profile.isRecentYear
            && column.profile.variety * 2 <= min(rows, ColumnProfile.sampled)
    }

    /// Whether the name or the type says that a column is a part of a key.
    private static func isNamed(_ column: RoleChooser.Candidate) -> Bool {
        column.isNamedID || column.isReference || column.has(positions) || isTime(column)
    }

    /// Whether the name or the values say that a column is the time of a row in a series.
    private static func isTime(_ column: RoleChooser.Candidate) -> Bool {
        column.has(ColumnWords.periods) || column.has(DateParts.quarters) || column.isYear || column.isOfDate
            || column.kind == .date
    }

    private static func score(_ column: RoleChooser.Candidate, _ index: Int) -> Int {
        var score = -index
        if column.isNamedID { score += 60 }
        if column.isReference { score += 30 }
        if column.has(positions) || isTime(column) { score += 25 }
        if column.has(ColumnWords.names) { score += 10 }
        if column.has(subjects) { score += 8 } else if column.has(remarks) { score -= 15 }
        return score
    }
}
