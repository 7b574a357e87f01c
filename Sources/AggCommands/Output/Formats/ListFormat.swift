import AggCore

/// One record at a time, a line a value.
struct ListFormat {
    private let presentation: Presentation
    private let style: Style

    init(_ presentation: Presentation) {
        self.presentation = presentation
        style = presentation.style
    }

    func render(_ output: CommandOutput) -> String {
        switch output.body {
        case .records(let answer, _, let more):
            let blocks = answer.rows.enumerated().map { index, row in
                ([style.bold("\(index + 1). \(heading(row))")] + values(row, [], output.columns)).joined(
                    separator: "\n")
            }
            let footer = Footer(output: output, style: style, showsTiming: presentation.showsTiming)
                .lines(answer, more: more).joined(separator: "\n")
            return (blocks + [footer]).joined(separator: "\n\n") + "\n"
        case .record(let answer, let columns):
            guard let row = answer.rows.first else { return "" }
            let source =
                answer.sources.first.map { source in
                    [
                        style.dim(
                            VisibleText.of(([Footer.text(source.status)] + source.status.notes).joined(separator: "; "))
                        )
                    ]
                } ?? []
            return ([style.bold(heading(row))] + values(row, columns, output.columns) + source).joined(separator: "\n")
                + "\n"
        default:
            return TableFormat(presentation).render(output)
        }
    }

    private func heading(_ row: RecordsAnswer.Row) -> String {
        VisibleText.of(row.record.title) + (row.isFavorite ? " ★" : "")
            + (row.absence.map { " (\($0.text))" } ?? "")
    }

    private func values(_ row: RecordsAnswer.Row, _ columns: [Column], _ chosen: [String]?) -> [String] {
        let pairs = chosen.map { Array(zip($0, AnswerTable.texts($0, of: row))) } ?? pairs(row, columns)
        let width = pairs.map { DisplayWidth.of($0.0) }.max() ?? 0
        return pairs.flatMap { name, value in
            lines(of: value).enumerated().map { index, line in
                "  " + style.dim(DisplayWidth.pad(index == 0 ? name : "", to: width)) + "  " + VisibleText.of(line)
            }
        }
    }

    private func pairs(_ row: RecordsAnswer.Row, _ columns: [Column]) -> [(String, String)] {
        let record = row.record
        var pairs: [(String, String)] = [("address", row.address.description)]
        if let subtitle = record.subtitle { pairs.append(("subtitle", subtitle)) }
        if let date = record.date { pairs.append(("date", date.text)) }
        if let place = record.coordinate {
            pairs.append(
                ("coordinate", "\(JSONWriter.shortest(place.latitude)), \(JSONWriter.shortest(place.longitude))"))
        }
        if let url = record.url { pairs.append(("link", url)) }
        pairs += record.fields.map { field in
            let unit = columns.first { $0.name == field.name }?.unit.map { " \($0)" } ?? ""
            return (VisibleText.of(field.name), field.value.text + unit)
        }
        if let mark = row.mark {
            if !mark.tags.isEmpty { pairs.append(("tags", mark.tags.joined(separator: ", "))) }
            if let note = mark.note { pairs.append(("note", note)) }
            if let date = RecordDate(instant: mark.markedAt) { pairs.append(("marked", date.text)) }
        }
        if let tier = row.tier { pairs.append(("match", tier.rawValue)) }
        return pairs
    }

    /// The lines of a value: its newlines are kept, since this form has a line a value anyway.
    private func lines(of value: String) -> [String] {
        value.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(String.init)
    }
}
