import AggCore
import AggSearch
import AggSource
import AggStorage

/// A chart or map of the last results: the rows of an SQL statement, or records.
struct LastAnswerPicture {
    private let context: CommandContext
    private let output: CommandOutput
    private let title: String

    /// Creates a picture of the last results of the session or script.
    ///
    /// - Throws: A usage error if there is none.
    init(_ context: CommandContext, for declaration: CommandDeclaration) throws(CommandError) {
        guard !context.isOneShot else {
            throw .usage(
                "“last” works only in a session or script; a command run by itself has no earlier results",
                help: declaration)
        }
        guard let output = context.session.lastOutput else {
            throw CommandError(code: "no_answer", message: "no results to draw yet")
        }
        self.context = context
        self.output = output
        title = Self.title(of: output)
    }

    /// The statement, or the command as typed.
    private static func title(of output: CommandOutput) -> String {
        guard let report = output.body as? TableReport, let query = report.query else { return output.command }
        if report.rowsAreRecords { return query }
        return query.isEmpty ? output.command : "\(output.command) \(query)"
    }

    /// Whether the last results are those of an SQL statement.
    static func isOfStatement(_ context: CommandContext) -> Bool {
        !context.isOneShot && (context.session.lastOutput?.body as? TableReport)?.rowsAreRecords == true
    }

    /// Whether the last results are those of an SQL statement and have places.
    static func hasPlaces(_ context: CommandContext) -> Bool {
        guard !context.isOneShot, let report = context.session.lastOutput?.body as? TableReport, report.rowsAreRecords
        else { return false }
        return places(in: report.table) != nil || !(report.numberedAddresses(in: .table) ?? []).isEmpty
    }

    /// Draws the results as a chart: a bar for each row, as long as its first number; without numbers, how often the
    /// values of the first column occur, except in the rows of a statement, which can count itself.
    ///
    /// If the rows are counts already, the label of each bar has all the values that were counted together. The usual columns of records are no choice of what to count, and coordinates are not lengths.
    ///
    /// - Throws: A failure if there are no rows, or no numbers to draw.
    func chart() throws(CommandError) -> PictureReport {
        let report = try table()
        let table = report.table
        guard !table.columns.isEmpty, !table.rows.isEmpty else {
            throw CommandError(code: "nothing_to_draw", message: "the last results have no rows to draw")
        }
        let numeric = table.columns.indices.filter { column in
            let values = table.rows.lazy.map { $0[column] }.filter { $0 != .null }
            return values.contains { _ in true } && values.allSatisfy { Self.number($0) != nil }
        }
        let coordinates = Self.places(in: table).map { [$0.latitude, $0.longitude] } ?? []
        let others = numeric.filter { !coordinates.contains($0) }
        let lengths = others.isEmpty && report.rowsAreRecords ? numeric : others
        let texts = table.columns.indices.filter { !numeric.contains($0) }
        let first = texts.first ?? table.columns.startIndex
        let label = texts.first { table.columns[$0] == "title" } ?? first
        let isCounted = table.columns.count == 1 && !report.rowsAreRecords
        let counts = counts(in: table)
        let length = lengths.first { $0 != label } ?? (isCounted ? nil : lengths.first)
        guard let bar = counts?.number ?? length else {
            guard !report.rowsAreRecords else {
                throw CommandError(code: "no_numbers", message: "the rows have no numbers to draw")
            }
            guard output.body?.records == nil || output.columns != nil else {
                throw CommandError(
                    code: "no_numbers",
                    message: "the last results have no numbers to draw; add a column of numbers with --columns +NAME")
            }
            return picture(counted(table, first), report)
        }
        let items = table.rows.map { row in
            let value = Self.number(row[bar])
            return ChartPicture.Item(
                label: (counts?.groups ?? [label]).map { Self.label(row[$0]) }.joined(separator: ", "),
                value: value ?? 0, text: value.map { $0.isFinite ? JSONWriter.shortest($0) : "\($0)" } ?? "")
        }
        var drawn = report
        drawn.notes.append("the bars show \(table.columns[bar])")
        return picture(items, drawn)
    }

    /// The columns of the values that were counted together, and the column of their counts; nil for other results.
    private func counts(in table: DataTable) -> (groups: [Int], number: Int)? {
        guard let number = (output.body as? TableReport)?.bars else { return nil }
        let groups = table.columns.indices.filter { $0 != number }
        return groups.isEmpty ? nil : (groups, number)
    }

    private static func label(_ value: JSONValue) -> String { value == .null ? "(none)" : TableReport.text(value) }

    /// Draws the results as a map of their latitudes and longitudes, or else of the records in their rows.
    ///
    /// - Throws: A failure if they have no places.
    func map(names: Int) async throws -> PictureReport {
        // The table of a map lists only the labeled places.
        if var map = output.body as? PictureReport, !map.points.isEmpty {
            map.isOfLastResults = true
            return map
        }
        let (titles, points, total) = try await places()
        guard !points.isEmpty else {
            throw CommandError(
                code: "nothing_to_draw",
                message: "the last results have no places; select the columns latitude and longitude, or address")
        }
        let named = zip(titles, points).prefix(names).map { (title: $0, place: $1) }
        var report = TableReport(
            DataTable(
                columns: ["title", "latitude", "longitude"],
                rows: zip(titles, points).map { [.string($0), .decimal($1.latitude), .decimal($1.longitude)] }),
            query: title)
        report.sources = output.body?.decisiveSources ?? []
        let labeled = named.isEmpty ? "" : ", labeled"
        report.notes = [
            points.count == 1 ? "1 point\(labeled)" : "\(points.count) points, up to \(named.count) of them labeled"
        ]
        let missing = total - points.count
        if missing > 0 {
            let noun = output.body?.records == nil ? "rows" : "records"
            report.notes.append("\(missing) of \(total) \(noun) \(missing == 1 ? "has" : "have") no coordinates")
        }
        return PictureReport(
            picture: .map(MapPicture(points: points, names: named)), report: report, title: title,
            isOfLastResults: true)
    }

    private func picture(_ items: [ChartPicture.Item], _ report: TableReport) -> PictureReport {
        let chart = ChartPicture(groups: [.init(heading: "", items: items)])
        return PictureReport(picture: .chart(chart), report: report, title: title, isOfLastResults: true)
    }

    private func counted(_ table: DataTable, _ column: Int) -> [ChartPicture.Item] {
        var counts: [String: Int] = [:]
        for row in table.rows {
            counts[Self.label(row[column]), default: 0] += 1
        }
        return counts.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }
            .map { ChartPicture.Item(label: $0.key, count: $0.value) }
    }

    private func table() throws(CommandError) -> TableReport {
        if var report = output.body as? TableReport {
            report.bars = nil
            return report
        }
        if let cells = output.body?.cells(output) {
            var report = TableReport(
                DataTable(columns: cells.columns, rows: cells.rows.map { $0.map { $0.isEmpty ? .null : .string($0) } }),
                query: title)
            report.sources = output.body?.decisiveSources ?? []
            return report
        }
        throw CommandError(code: "nothing_to_draw", message: "the last results have no rows to draw")
    }

    /// The places in the results, with their titles, and the number of all rows.
    private func places() async throws -> (titles: [String], points: [Coordinate], total: Int) {
        if let rows = output.body?.records {
            let placed = rows.compactMap { row in row.record.coordinate.map { (row.record.title, $0) } }
            return (placed.map(\.0), placed.map(\.1), rows.count)
        }
        guard let report = output.body as? TableReport else { return ([], [], 0) }
        let total = report.table.rows.count
        if let (latitude, longitude) = Self.places(in: report.table) {
            let name =
                report.table.columns.firstIndex { $0 == "title" || $0 == "name" }
                ?? report.table.columns.indices.first { ![latitude, longitude].contains($0) }
            let placed = report.table.rows.compactMap { row -> (String, Coordinate)? in
                guard let north = Self.number(row[latitude]), let east = Self.number(row[longitude]),
                    let place = Coordinate(latitude: north, longitude: east)
                else { return nil }
                return (name.map { TableReport.text(row[$0]) } ?? "", place)
            }
            return (placed.map(\.0), placed.map(\.1), total)
        }
        let found = try await context.aggregator.records(at: report.numberedAddresses(in: .table) ?? [])
        let placed = found.compactMap { record in record.coordinate.map { (record.title, $0) } }
        return (placed.map(\.0), placed.map(\.1), total)
    }

    /// The columns of latitudes and longitudes.
    private static func places(in table: DataTable) -> (latitude: Int, longitude: Int)? {
        let names = table.columns.map { $0.lowercased() }
        guard let latitude = names.firstIndex(where: { ["latitude", "lat"].contains($0) }),
            let longitude = names.firstIndex(where: { ["longitude", "lon", "lng", "long"].contains($0) })
        else { return nil }
        return (latitude, longitude)
    }

    private static func number(_ value: JSONValue) -> Double? {
        value.stringValue == nil ? value.doubleValue : value.stringValue.flatMap(Double.init)
    }
}
