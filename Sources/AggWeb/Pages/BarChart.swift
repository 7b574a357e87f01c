import AggCommands
import AggSource
import AggStorage

/// A chart of the values of a column: a table with bars, so that its text has the size and colors of the page.
struct BarChart {
    /// A value and the number of its records.
    struct Bar: Hashable, Sendable {
        let label: String
        let count: Int
    }

    let column: String
    let bars: [Bar]
    /// What the chart leaves out, as sentences without the final period.
    let notes: [String]

    /// Creates the chart of a report; nil if it has nothing to draw.
    init?(of report: TableReport, column: String) {
        self.column = column
        notes = report.notes
        bars = report.table.rows.compactMap { row in
            guard row.count == 2, let count = row[1].intValue else { return nil }
            return Bar(label: row[0] == .null ? "(none)" : row[0].stringValue ?? row[0].text, count: count)
        }
        guard !bars.isEmpty else { return nil }
    }

    /// The chart as markup.
    var markup: HTML {
        let greatest = max(bars.map(\.count).max() ?? 1, 1)
        let rows = bars.map { bar -> HTML in
            let width = String((Double(bar.count) / Double(greatest) * 1_000).rounded() / 10)
            return """
                <tr><th scope="row">\(bar.label)</th><td class="bar"><svg viewBox="0 0 100 1" preserveAspectRatio="none" \
                aria-hidden="true"><rect width="\(width)" height="1"/></svg></td><td class="number">\(bar.count)</td></tr>

                """
        }
        return """
            <figure id="chart" class="chart"><figcaption>\(column)</figcaption><table aria-label="Records by \(column)"><tbody>
            \(rows)</tbody></table>\(notes.map { note -> HTML in "<p class=\"meta\">\(note)</p>" })</figure>

            """
    }
}
