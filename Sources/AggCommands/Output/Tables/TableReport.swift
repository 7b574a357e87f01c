package import AggCore

/// A table as an answer, with what is to be said about it.
package struct TableReport: Sendable {
    /// The columns and rows.
    package var table: DataTable
    /// What was asked, as it was typed.
    package var query: String?
    /// The line that shows more; nil where there is none.
    package var more: String?
    /// What has to be known to read it right, a sentence each without its full stop.
    package var notes: [String] = []
    /// The sources it is drawn from.
    package var sources: [SourceStatus] = []
    /// The column whose numbers are drawn as bars at a terminal; nil for none.
    package var bars: Int?

    /// Makes a report.
    package init(_ table: DataTable, query: String? = nil) {
        self.table = table
        self.query = query
    }

    /// The rows as JSON objects.
    var documents: [JSONValue] {
        table.rows.map { row in
            .object(JSONObject(zip(table.columns, row).map { JSONObject.Member($0, $1) }))
        }
    }

    /// The rows as exact texts; what is null is empty.
    var texts: [[String]] { table.rows.map { $0.map(Self.text) } }

    /// A value as exact text.
    static func text(_ value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .string(let text): text
        case .decimal(let number): number.isFinite ? JSONWriter.shortest(number) : number.description
        default: value.text
        }
    }
}
