import AggCommands
import AggSource

/// The most frequent values of some columns in the results of a query, each with a link that adds it as a condition.
struct FacetList {
    /// The counts of one column.
    struct Column: Sendable {
        let name: String
        let values: [(text: String, count: Int)]
        let others: Bool
    }

    let columns: [Column]
    let state: PageState

    /// The lists as markup.
    var markup: HTML {
        let lists = columns.map { column -> HTML in
            let rows = column.values.map { value in row(column.name, value.text, value.count) }
            return """
                <section class="facet"><h2>\(column.name) <a class="chart-link" href="\(charting(column.name))" \
                title="Chart of \(column.name)" aria-label="Chart of \(column.name)">▤</a></h2><ul>\(rows)</ul></section>

                """
        }
        return "<div id=\"facets\" class=\"facets\">\(lists)</div>\n"
    }

    private func charting(_ column: String) -> String {
        var state = state
        state.chart = column
        return state.url("/")
    }

    private func row(_ column: String, _ text: String, _ count: Int) -> HTML {
        let condition = CommandLine.condition(column, text)
        let link = state.adding(condition).url("/")
        return
            "<li><a href=\"\(link)\" data-term=\"\(condition)\">\(text)</a> <span class=\"number\">\(count)</span></li>"
    }
}
