import AggCore

/// One record at a time, a line a value.
struct ListFormat {
    private let presentation: Presentation
    private let style: Style

    init(_ presentation: Presentation) {
        self.presentation = presentation
        style = presentation.style
    }

    func text(_ output: CommandOutput) -> AnswerText {
        switch output.body {
        case .records(let answer, _, let more):
            let footer = Footer(output: output, presentation: presentation).lines(answer, more: more)
            let shown = answer.numbered
            let head = shown.rows.isEmpty ? output.emptyText + "\n" : ""
            return AnswerText(head, rows: shown.rows.count, tail: footer.joined(separator: "\n") + "\n") { index in
                let row = shown.rows[index]
                return ([heading(row, number: index + 1, answer.text)] + values(row, [], output, answer.text))
                    .joined(separator: "\n") + "\n\n"
            }
        case .record(let answer, let columns):
            guard let row = answer.rows.first else { return AnswerText("") }
            let source =
                Footer.lines(answer.sources.prefix(1).map(\.status), presentation, atMost: 1)
            let lines = [heading(row)] + values(row, columns, output) + source
            return AnswerText(lines.joined(separator: "\n") + "\n")
        case .table(let report):
            let footer = TableReportFormat(presentation, style: style).footer(report, elapsed: output.elapsed)
            return AnswerText("", rows: report.table.rows.count, tail: footer.joined(separator: "\n") + "\n") { index in
                let row = report.table.rows[index].map { $0 == .null ? nil : TableReport.text($0) }
                return ([style.bold("\(index + 1).")] + values(Array(zip(report.table.columns, row))))
                    .joined(separator: "\n") + "\n\n"
            }
        case .changes(let report) where report.columns == nil:
            let format = ChangesFormat(presentation)
            let footer = format.footer(report, elapsed: output.elapsed)
            let changes = report.answer.changes
            return AnswerText("", rows: changes.count, tail: footer.joined(separator: "\n") + "\n") { index in
                let heading = style.bold("\(index + 1). \(VisibleText.of(changes[index].title))")
                return ([heading] + values(format.values(changes[index]))).joined(separator: "\n") + "\n\n"
            }
        default:
            return TableFormat(presentation).text(output)
        }
    }

    private func heading(_ row: RecordsAnswer.Row, number: Int? = nil, _ text: SearchText? = nil) -> String {
        let number = number.map { style.bold("\($0). ") } ?? ""
        let star = row.isFavorite ? " " + style.text("★", .favorite) : ""
        let absence = row.absence.map { style.warning(" (\($0.text))") } ?? ""
        return number + title(VisibleText.of(row.shownTitle), text) + star + absence
    }

    private func title(_ title: String, _ text: SearchText?) -> String {
        style.heading.marking(title, of: title, text)
    }

    private func values(
        _ row: RecordsAnswer.Row, _ columns: [Column], _ output: CommandOutput, _ text: SearchText? = nil
    ) -> [String] {
        func texts(_ names: [String]) -> [(String, String?)] {
            zip(names, AnswerTable.texts(names, of: row)).map { ($0, $1.isEmpty ? nil : $1) }
        }
        let usual = output.columns.map(texts) ?? pairs(row, columns)
        let added = texts(output.addedColumns.filter { name in !usual.contains { $0.0 == name } })
        return values(usual + added, text)
    }

    /// The lines of names and their values; what has none is a dash.
    private func values(_ pairs: [(String, String?)], _ text: SearchText? = nil) -> [String] {
        let names = pairs.map { VisibleText.of($0.0) }
        let width = names.map { DisplayWidth.of($0) }.max() ?? 0
        let room = presentation.width.map { max(20, $0 - width - 4) }
        return zip(names, pairs).flatMap { name, pair in
            lines(of: pair.1 ?? "", room).enumerated().map { index, line in
                let query = Self.unsearched.contains(pair.0) ? nil : text
                let value = pair.1 == nil ? style.dim("—") : style.marking(line, of: line, query)
                let name = DisplayWidth.pad(index == 0 ? name : "", to: width)
                return "  " + style.dim(name) + (value.isEmpty ? "" : "  " + value)
            }
        }
    }

    /// The values that a search does not look at.
    private static let unsearched: Set = ["address", "date", "coordinate", "link", "marked", "match"]

    /// What a record holds; with the columns of its source also those that it has no value of.
    private func pairs(_ row: RecordsAnswer.Row, _ columns: [Column]) -> [(String, String?)] {
        let record = row.record
        var pairs: [(String, String?)] = [("address", row.address.description)]
        if !record.alternativeTitles.isEmpty {
            pairs.append(("also called", record.alternativeTitles.joined(separator: ", ")))
        }
        if let subtitle = record.subtitle { pairs.append(("subtitle", subtitle)) }
        if let date = record.date { pairs.append(("date", TimeText.date(date))) }
        if let place = record.coordinate {
            pairs.append(
                ("coordinate", "\(JSONWriter.shortest(place.latitude)), \(JSONWriter.shortest(place.longitude))"))
        }
        if let url = record.url { pairs.append(("link", url)) }
        pairs += record.fields.map { field in
            let unit = columns.first { $0.name == field.name }?.unit.map { " \($0)" } ?? ""
            if case .date(let date) = field.value { return (field.name, TimeText.date(date)) }
            return (field.name, field.value.text + unit)
        }
        pairs += columns.filter { record[$0.name] == nil }.map { ($0.name, nil) }
        if let mark = row.mark {
            if !mark.tags.isEmpty { pairs.append(("tags", mark.tags.joined(separator: ", "))) }
            if let note = mark.note { pairs.append(("note", note)) }
            pairs.append(("marked", TimeText.instant(mark.markedAt, in: presentation.zone)))
        }
        if let tier = row.tier { pairs.append(("match", tier.rawValue)) }
        return pairs
    }

    /// The lines of a value, broken at blanks where they are wider than the room for them: its newlines are kept, since
    /// this form has a line a value anyway.
    private func lines(of value: String, _ room: Int?) -> [String] {
        let lines = value.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
            .map { VisibleText.of(String($0)) }
        guard let room else { return lines }
        return lines.flatMap {
            WrappedText.of($0, width: room).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
    }
}
