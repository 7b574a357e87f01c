import AggCore
import AggSearch
import AggSource

/// The rows of an answer as a table of a web page; a single record has a line for each of its values.
struct HTMLTable: Sendable {
    /// The number of rows.
    let count: Int
    /// The markup before and after the rows.
    let head: String
    let tail = "</tbody>\n</table>\n"
    /// The markup of a row.
    let row: @Sendable (Int) -> String

    /// The number of rows to check for columns of numbers.
    private static let measured = 200

    /// The columns of records, most important first; those without a value are omitted.
    private static let columns = [
        "title", "subtitle", "date", "distance_km", "tags", "note", "latitude", "longitude", "address",
    ]

    /// Creates the table; nil if the answer has no rows but only prose.
    init?(_ answer: any Answer, _ output: CommandOutput) {
        var output = output
        output.columns = output.tableColumns
        if let rows = answer.records, output.columns == nil, output.addedColumns.isEmpty {
            if answer.isOneRecord, let row = rows.first {
                self.init(record: row)
            } else {
                let columns = Self.columns.filter { column in
                    let isOfFavorites = RecordColumns.ofFavorites.contains(column)
                    return rows.contains { row in
                        // Elsewhere, a column with such a name is the source's own.
                        (!isOfFavorites || row.favorite != nil)
                            && !RecordColumns.texts([column], of: row)[0].isEmpty
                    }
                }
                self.init(columns, count: rows.count, output) { index in
                    let row = rows[index]
                    return zip(columns, RecordColumns.texts(columns, of: row)).map { column, text in
                        guard column == "title" else { return (text, nil) }
                        return ((row.isFavorite ? "★ " : "") + text, row.record.url)
                    }
                }
            }
            return
        }
        guard let table = answer.cells(output) else { return nil }
        self.init(table.columns, count: table.count, output) { table.row($0).map { ($0, $0) } }
    }

    /// Creates a table of cells: the text of each, and the URL that it links to.
    private init(
        _ columns: [String], count: Int, _ output: CommandOutput,
        cells: @escaping @Sendable (Int) -> [(text: String, link: String?)]
    ) {
        self.count = count
        let sample = (0..<min(count, Self.measured)).map { cells($0).map(\.text) }
        let isNumber = columns.indices.map { column in
            let texts = sample.map { column < $0.count ? $0[column] : "" }.filter { !$0.isEmpty }
            return !texts.isEmpty && texts.allSatisfy { Double($0) != nil }
        }
        let kinds = isNumber.map { $0 ? " class=\"number\"" : "" }
        let headings = zip(columns, kinds).map { "<th scope=\"col\"\($1)>\(HTMLPage.escaped($0))</th>" }
        let heading = output.hasHeadings ? "<thead><tr>\(headings.joined())</tr></thead>\n" : ""
        head = "<table>\n\(heading)<tbody>\n"
        row = { index in
            let cells = zip(cells(index), kinds).map { "<td\($1)>\(HTMLPage.link($0.text, to: $0.link))</td>" }
            return "<tr>\(cells.joined())</tr>\n"
        }
    }

    /// Creates a table with a row for each value of a record.
    private init(record row: RecordsAnswer.Row) {
        let columns = RecordColumns.all(of: [row], declared: []).filter { !["source", "key", "favorite"].contains($0) }
        let values = zip(columns, RecordColumns.texts(columns, of: row)).filter { !$0.1.isEmpty }
        count = values.count
        head = "<table>\n<tbody>\n"
        self.row = { index in
            let (name, text) = values[index]
            return
                "<tr><th scope=\"row\">\(HTMLPage.escaped(name))</th><td>\(HTMLPage.link(text, to: text))</td></tr>\n"
        }
    }
}
