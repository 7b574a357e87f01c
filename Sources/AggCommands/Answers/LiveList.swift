package import AggCore
package import AggSearch
import AggSource
import AggStorage

/// The rows of a live search as lines, showing as much as fits to tell records apart.
package enum LiveList {
    /// One line per row, none wider than `width`: the title is dropped last, the subtitle before it.
    package static func lines(
        _ rows: [RecordsAnswer.Row], matching text: SearchText?, chosen: Int?, selected: [RecordAddress] = [],
        width: Int, style: Style
    ) -> [String] {
        let marks = { (index: Int) in
            (index == chosen ? ">" : " ") + (selected.contains(rows[index].address) ? "+" : " ")
        }
        // If the window has become this narrow, even a one-column table is too wide.
        guard width >= 12 else {
            return rows.indices.map { index in
                let star = rows[index].isFavorite ? "★ " : "  "
                let text = marks(index) + star + VisibleText.of(rows[index].shownTitle)
                return (index == chosen ? style.reversed : style).text(DisplayWidth.cut(text, to: width))
            }
        }
        var table = TextTable(
            columns: [
                .init(heading: "", isFlexible: true, keeps: 16, role: .match),
                .init(heading: "", isFlexible: true, leaves: 0, role: .match), .init(heading: "", leaves: 1),
                // Nobody types it here, so it is dropped before anything is truncated.
                .init(heading: "", greatest: 0, role: .secondary),
            ],
            rows: rows.map { row in
                [row.shownTitle, row.record.subtitle ?? "", star(of: row.record), row.address.description]
                    .map(VisibleText.of)
            })
        table.matched = text
        table.distinguishing = [[2], [3]]
        // The marker of the chosen row and the star take four columns.
        let room = max(1, width - 4)
        let styles = [style, style.reversed].map { ($0, table.lines(width: room, style: $0)) }
        return rows.indices.map { index in
            let (style, lines) = styles[index == chosen ? 1 : 0]
            let star = rows[index].isFavorite ? style.text("★", .favorite) + style.text(" ") : style.text("  ")
            return style.text(marks(index)) + star + lines[index + 1]
        }
    }

    /// Distinguishes records with the same name: the day, or else the location.
    private static func star(of record: Record) -> String {
        if let date = record.date { return String(date.text.prefix(10)) }
        return record.coordinate.map { "\(Degrees.text($0.latitude)), \(Degrees.text($0.longitude))" } ?? ""
    }

    /// The line below the rows: which one is chosen, of how many, the elapsed time, and the freshness.
    ///
    /// A total that was counted later replaces an unknown one. With `--offline`, the advice on a sample is different.
    package static func footer(
        _ output: CommandOutput, chosen: Int, total counted: Int? = nil, isOffline: Bool = false
    ) -> String {
        guard let answer = (output.body as? RecordsReport)?.answer else { return "" }
        let notes = answer.notes.map { " · \($0)" }.joined()
        guard answer.rows.indices.contains(chosen) else { return VisibleText.of("No matches." + notes) }
        let total = (answer.total ?? counted).map(String.init) ?? "\(answer.rows.count)\(answer.isTruncated ? "+" : "")"
        let id = answer.rows[chosen].address.source
        let status = answer.sources.first { $0.status.id == id }?.status
        let freshness = status.map { Freshness.text($0, isOffline: isOffline) }
        return VisibleText.of(
            (["\(chosen + 1) of \(total) (\(TimeText.elapsed(output.elapsed)))"] + [freshness].compactMap(\.self))
                .joined(separator: " · ") + notes)
    }
}
