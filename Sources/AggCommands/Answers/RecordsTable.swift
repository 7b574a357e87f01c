import AggCore
import AggSearch
import AggSource

/// Records as a table: under headings if they are from several days or a few sources, otherwise with a source column.
struct RecordsTable: Sendable {
    private let width: Int?
    private let style: Style
    /// The selected columns.
    private let chosen: [String]?
    /// The columns of the command's tables, unless others are selected; nil for the usual ones.
    private let proper: [String]?
    private let added: [String]
    private let showsHeadings: Bool
    private let groupsByDay: Bool

    /// Creates a table with the selected columns, or else those of the command, or else the usual ones.
    init(_ presentation: Presentation, _ output: CommandOutput, groupsByDay: Bool) {
        width = presentation.width
        style = presentation.style
        showsHeadings = presentation.showsHeadings
        chosen = output.columns
        proper = RecordColumns.ofTables[output.command]
        added = output.addedColumns
        self.groupsByDay = groupsByDay
    }

    private init(unbounded table: RecordsTable) {
        width = nil
        style = Style(usesColor: false)
        showsHeadings = true
        chosen = table.chosen
        proper = table.proper
        added = table.added
        groupsByDay = table.groupsByDay
    }

    /// The lines of an answer with rows, numbered from top to bottom, without the footer.
    func lines(_ answer: RecordsAnswer) -> TextLines {
        let shown = answer.numbered
        if groupsByDay { return days(shown) }
        guard answer.isGroupedBySource else { return table(shown, shown.rows.indices) }
        return TextLines(
            parts: Self.groups(shown.rows, by: \.address.source.description).flatMap { group in
                [title(group.heading), table(shown, group.places)]
            })
    }

    /// One table for all days, with a line before the rows of each day.
    private func days(_ answer: RecordsAnswer) -> TextLines {
        let table = table(answer, answer.rows.indices)
        let headings = showsHeadings ? 1 : 0
        let days = Self.groups(answer.rows, by: Self.day).flatMap { day in
            [title(day.heading), table.part(day.places.lowerBound + headings..<day.places.upperBound + headings)]
        }
        return TextLines(parts: [table.part(0..<headings)] + days)
    }

    private func title(_ heading: String) -> TextLines { TextLines([style.bold(VisibleText.of(heading))]) }

    /// The width of the widest of the first lines if nothing is truncated.
    func naturalWidth(_ answer: RecordsAnswer) -> Int {
        RecordsTable(unbounded: self).lines(answer).prefix(TextTable.measured).map { DisplayWidth.of($0) }.max() ?? 0
    }

    /// Whether the table fits the width, truncated as much as its columns allow.
    func fits(_ answer: RecordsAnswer) -> Bool {
        textTable(parts(showsSource: answer.showsSourceColumn), answer.numbered, answer.rows.indices).fits(width)
    }

    /// Returns a function that writes further rows of the same source, as wide as those of an answer.
    func further(_ answer: RecordsAnswer) -> (_ row: RecordsAnswer.Row, _ number: Int) -> String {
        let parts = parts(showsSource: answer.showsSourceColumn)
        let table = textTable(parts, answer, answer.rows.indices)
        let line = table.further(width: width, style: style)
        return { row, number in line(parts.cells(number, row).map(VisibleText.of), number - 1) }
    }

    /// The day under which a record is shown.
    private static func day(_ row: RecordsAnswer.Row) -> String {
        (row.news?.time ?? row.record.date)?.day ?? "no date"
    }

    /// The ranges of consecutive rows with the same heading.
    private static func groups(
        _ rows: [RecordsAnswer.Row], by heading: (RecordsAnswer.Row) -> String
    ) -> [(heading: String, places: Range<Int>)] {
        var groups: [(heading: String, places: Range<Int>)] = []
        for (place, row) in rows.enumerated() {
            let heading = heading(row)
            if let last = groups.last, last.heading == heading {
                groups[groups.count - 1].places = last.places.lowerBound..<place + 1
            } else {
                groups.append((heading, place..<place + 1))
            }
        }
        return groups
    }

    private func table(_ answer: RecordsAnswer, _ places: Range<Int>) -> TextLines {
        textTable(parts(showsSource: answer.showsSourceColumn), answer, places)
            .lines(width: width, style: style, showsHeadings: showsHeadings)
    }

    /// The columns, and the cells of a row with its number.
    private struct Parts: Sendable {
        let columns: [TextTable.Column]
        let cells: @Sendable (_ number: Int, _ row: RecordsAnswer.Row) -> [String]
    }

    private func parts(showsSource: Bool) -> Parts {
        if let chosen { return Self.parts(of: chosen + added.filter { !chosen.contains($0) }) }
        if let proper { return Self.parts(of: proper + added.filter { !proper.contains($0) }, canLeave: true) }
        let columns: [TextTable.Column] = [
            .init(heading: "#", isRightAligned: true, role: .secondary), .init(heading: "★", role: .favorite),
            .init(heading: "source", isFlexible: true, leaves: 4, role: .secondary),
            .init(heading: "title", isFlexible: true, keeps: 16, role: .match),
            .init(heading: "subtitle", isFlexible: true, leaves: 2, role: .match),
            .init(heading: "date", leaves: 5), .init(heading: "news", isFlexible: true, keeps: 20),
            .init(heading: "latitude", isRightAligned: true, leaves: 6),
            .init(heading: "longitude", isRightAligned: true, leaves: 6),
            .init(heading: "distance", isRightAligned: true),
            .init(heading: "note", isFlexible: true, leaves: 0),
            .init(heading: "address", isFlexible: true, keeps: 30, leaves: 3, greatest: 30, role: .secondary),
        ]
        let added = added.filter { name in !columns.contains { $0.heading == name } }
        return Parts(columns: columns + Self.columns(added)) { number, row in
            cells(number, row, showsSource) + RecordColumns.texts(added, of: row)
        }
    }

    private static func columns(_ names: [String], canLeave: Bool = false) -> [TextTable.Column] {
        names.map { name in
            .init(
                heading: name, isFlexible: true, keeps: canLeave ? 12 : TextTable.Column.least,
                leaves: canLeave ? ["address": 2, "subtitle": 1][name] : nil, isKept: !canLeave,
                role: name == "title" || name == "subtitle" ? .match : nil)
        }
    }

    /// Columns by their names, with values as exact as in formats for programs; some can be dropped unless they were selected.
    private static func parts(of names: [String], canLeave: Bool = false) -> Parts {
        let number = TextTable.Column(heading: "#", isRightAligned: true, role: .secondary)
        return Parts(columns: [number] + columns(names, canLeave: canLeave)) {
            [String($0)] + RecordColumns.texts(names, of: $1)
        }
    }

    private func cells(_ number: Int, _ row: RecordsAnswer.Row, _ showsSource: Bool) -> [String] {
        let record = row.record
        return [
            String(number), row.isFavorite ? "★" : "", showsSource ? row.address.source.description : "",
            row.shownTitle, record.subtitle ?? "", record.date.map { dateText($0, of: row) } ?? "",
            row.news.map(NewsText.of) ?? "", record.coordinate.map { Degrees.text($0.latitude) } ?? "",
            record.coordinate.map { Degrees.text($0.longitude) } ?? "",
            row.distance.map(Self.distance) ?? "",
            [row.absence?.text, row.favorite?.text].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "; "),
            row.address.description,
        ]
    }

    /// The date of a record; under the heading of the same day only the time.
    private func dateText(_ date: RecordDate, of row: RecordsAnswer.Row) -> String {
        guard groupsByDay, date.day == Self.day(row) else { return TimeText.date(date) }
        return date.isDay ? "" : String(TimeText.date(date).suffix(5))
    }

    private func textTable(_ parts: Parts, _ answer: RecordsAnswer, _ places: Range<Int>) -> TextTable {
        var table = TextTable(columns: parts.columns, count: places.count) { place in
            let place = places.lowerBound + place
            return parts.cells(place + 1, answer.rows[place]).map(VisibleText.of)
        }
        table.matched = answer.text
        let places = { (names: [String]) in
            names.compactMap { name in parts.columns.firstIndex { $0.heading == name } }
        }
        let coordinates = ["latitude", "longitude"]
        table.distinguishing = [["source"], coordinates, ["source"] + coordinates, ["address"]].map(places)
        // With a source column, the rows are not grouped by source.
        table.naming = answer.showsSourceColumn ? Set(places(["source", "address"])) : []
        return table
    }

    /// Meters below one kilometer, tenths of a kilometer below a hundred.
    static func distance(_ distance: Double) -> String {
        if distance < 1 { return "\(Int(clamping: (distance * 1_000).rounded())) m" }
        let tenths = Int(clamping: (distance * 10).rounded())
        return tenths < 1_000 ? "\(tenths / 10).\(tenths % 10) km" : "\(Int(clamping: distance.rounded())) km"
    }
}

/// Latitudes and longitudes for people.
enum Degrees {
    /// Degrees with five decimals, accurate to about a meter.
    static func text(_ value: Double) -> String {
        let scaled = Int(clamping: (abs(value) * 100_000).rounded())
        let fraction = String(scaled % 100_000)
        let padded = String(repeating: "0", count: 5 - fraction.count) + fraction
        return (value < 0 && scaled > 0 ? "-" : "") + "\(scaled / 100_000).\(padded)"
    }
}
