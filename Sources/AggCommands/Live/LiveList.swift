package import AggCore

/// The rows of a live search as lines: what tells records apart, in as much room as there is.
package enum LiveList {
    /// A line a row, none wider than `width`; the title leaves last.
    package static func lines(_ rows: [RecordsAnswer.Row], width: Int) -> [String] {
        let table = TextTable(
            columns: [
                .init(heading: "", isFlexible: true), .init(heading: "", isFlexible: true, leaves: 1),
                .init(heading: "", leaves: 2), .init(heading: "", isFlexible: true, keeps: 30, leaves: 0),
            ],
            rows: rows.map { row in
                [row.shownTitle, row.record.subtitle ?? "", mark(of: row.record), row.address.description]
                    .map(VisibleText.of)
            })
        let marks = rows.map { $0.isFavorite ? "★ " : "  " }
        let room = max(1, width - 2)
        return zip(marks, table.lines(width: room, style: Style(usesColor: false)).dropFirst()).map { mark, line in
            DisplayWidth.cut(mark + line, to: width)
        }
    }

    /// What tells a record from its namesakes: its day, else its place.
    private static func mark(of record: Record) -> String {
        if let date = record.date { return String(date.text.prefix(10)) }
        return record.coordinate.map { "\(Degrees.text($0.latitude)), \(Degrees.text($0.longitude))" } ?? ""
    }

    /// What is said under the rows: which one is chosen, of how many, in what time and how fresh.
    package static func footer(_ output: CommandOutput, chosen: Int) -> String {
        guard case .records(let answer, _, _) = output.body else { return "" }
        let notes = answer.notes.map { " · \($0)" }.joined()
        guard answer.rows.indices.contains(chosen) else { return VisibleText.of("No matches." + notes) }
        let total = answer.total.map(String.init) ?? "\(answer.rows.count)\(answer.isTruncated ? "+" : "")"
        let hundredths = Int((output.elapsed.seconds * 100_000).rounded())
        let time = "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) ms"
        let id = answer.rows[chosen].address.source
        let freshness = answer.sources.first { $0.status.id == id }.map { Footer.text($0.status) }
        return VisibleText.of(
            (["\(chosen + 1) of \(total) (\(time))"] + [freshness].compactMap(\.self)).joined(separator: " · ") + notes)
    }
}
