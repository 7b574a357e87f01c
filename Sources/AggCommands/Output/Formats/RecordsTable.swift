import AggCore

/// Records as a table, under headings where they are of several sources or of several days.
struct RecordsTable: Sendable {
    private let width: Int?
    private let style: Style
    private let chosen: [String]?
    private let added: [String]
    private let showsHeadings: Bool
    private let groupsByDay: Bool

    /// Makes a table with the columns that were asked for, else with those of the form.
    init(_ presentation: Presentation, columns: [String]?, adding added: [String] = [], groupsByDay: Bool) {
        width = presentation.width
        style = presentation.style
        showsHeadings = presentation.showsHeadings
        chosen = columns
        self.added = added
        self.groupsByDay = groupsByDay
    }

    private init(unbounded table: RecordsTable) {
        width = nil
        style = Style(usesColor: false)
        showsHeadings = true
        chosen = table.chosen
        added = table.added
        groupsByDay = table.groupsByDay
    }

    /// The lines, without what is to be said under them; the numbers are those of the answer's order.
    func lines(_ answer: RecordsAnswer) -> TextLines {
        guard !answer.rows.isEmpty else { return TextLines(["No matches."]) }
        let groups = Self.groups(answer.rows) { row in
            groupsByDay ? row.record.date?.day ?? "without a date" : row.address.source.description
        }
        guard groups.count > 1 || groupsByDay else { return table(answer.rows, Array(answer.rows.indices)) }
        return TextLines(
            parts: groups.flatMap { group in
                [TextLines([style.bold(VisibleText.of(group.heading))]), table(answer.rows, group.places)]
            })
    }

    /// The columns of the screen that the widest line takes where nothing is cut.
    func naturalWidth(_ answer: RecordsAnswer) -> Int {
        RecordsTable(unbounded: self).lines(answer).lazy.map { DisplayWidth.of($0) }.max() ?? 0
    }

    /// The places of rows under their headings, both in the order of the answer.
    private static func groups(
        _ rows: [RecordsAnswer.Row], by heading: (RecordsAnswer.Row) -> String
    ) -> [(heading: String, places: [Int])] {
        var groups: [(heading: String, places: [Int])] = []
        var known: [String: Int] = [:]
        for (place, row) in rows.enumerated() {
            let heading = heading(row)
            if let group = known[heading] {
                groups[group].places.append(place)
            } else {
                known[heading] = groups.count
                groups.append((heading, [place]))
            }
        }
        return groups
    }

    private func table(_ rows: [RecordsAnswer.Row], _ places: [Int]) -> TextLines {
        if let chosen { return table(rows, places, of: chosen + added.filter { !chosen.contains($0) }) }
        let columns: [TextTable.Column] = [
            .init(heading: "#", isRightAligned: true), .init(heading: "★"), .init(heading: "title", isFlexible: true),
            .init(heading: "subtitle", isFlexible: true, leaves: 1), .init(heading: "date", leaves: 2),
            .init(heading: "latitude", isRightAligned: true, leaves: 3),
            .init(heading: "longitude", isRightAligned: true, leaves: 3),
            .init(heading: "distance", isRightAligned: true, leaves: 4),
            .init(heading: "note", isFlexible: true, leaves: 0),
            .init(heading: "address", isFlexible: true, keeps: 30),
        ]
        let added = added.filter { name in !columns.contains { $0.heading == name } }
        return lines(columns + Self.columns(added), places) {
            cells($0 + 1, rows[$0]) + AnswerTable.texts(added, of: rows[$0])
        }
    }

    private static func columns(_ names: [String]) -> [TextTable.Column] {
        names.map { .init(heading: $0, isFlexible: true, isKept: true) }
    }

    /// The columns that were asked for, each as exact as in the forms for programs.
    private func table(_ rows: [RecordsAnswer.Row], _ places: [Int], of chosen: [String]) -> TextLines {
        let columns = [TextTable.Column(heading: "#", isRightAligned: true)] + Self.columns(chosen)
        return lines(columns, places) { [String($0 + 1)] + AnswerTable.texts(chosen, of: rows[$0]) }
    }

    private func cells(_ number: Int, _ row: RecordsAnswer.Row) -> [String] {
        let record = row.record
        return [
            String(number), row.isFavorite ? "★" : "", row.shownTitle, record.subtitle ?? "",
            record.date.map(moment) ?? "",
            record.coordinate.map { Degrees.text($0.latitude) } ?? "",
            record.coordinate.map { Degrees.text($0.longitude) } ?? "",
            row.distance.map(kilometres) ?? "",
            [row.absence?.text, row.mark?.text].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "; "),
            row.address.description,
        ]
    }

    /// A day, or a day and a time to the minute.
    private func moment(_ date: RecordDate) -> String {
        date.isDay ? date.text : String(date.text.prefix(16)).replacing("T", with: " ")
    }

    private func lines(
        _ columns: [TextTable.Column], _ places: [Int], _ cells: @escaping @Sendable (Int) -> [String]
    ) -> TextLines {
        TextTable(columns: columns, count: places.count) { cells(places[$0]).map(VisibleText.of) }
            .lines(width: width, style: style, showsHeadings: showsHeadings)
    }

    /// Metres below a kilometre, tenths of a kilometre below a hundred.
    private func kilometres(_ distance: Double) -> String {
        if distance < 1 { return "\(Int((distance * 1_000).rounded())) m" }
        let tenths = Int((distance * 10).rounded())
        return tenths < 1_000 ? "\(tenths / 10).\(tenths % 10) km" : "\(Int(distance.rounded())) km"
    }
}
