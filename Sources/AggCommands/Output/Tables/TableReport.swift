package import AggCore

/// A table as an answer, with what is to be said about it.
package struct TableReport: Sendable {
    /// The columns and rows.
    package var table: DataTable
    /// What was asked, as it was typed.
    package var query: String?
    /// The line that shows more; nil where there is none.
    package var more: String?
    /// What is to be said of how its query was read, a sentence each without its full stop.
    package var queryNotes: [String] = []
    /// What else has to be known to read it right.
    package var notes: [String] = []
    /// The sources it is drawn from.
    package var sources: [SourceStatus] = []
    /// How many records match, by source; empty where none were counted.
    package var matched: [SourceID: Int] = [:]
    /// How many records match in all; nil where none were counted.
    package var total: Int?
    /// Whether each row may be a record, as with SQL, so that its number refers to that record.
    var rowsAreRecords = false
    /// The column whose numbers are drawn as bars at a terminal; nil for none.
    package var bars: Int?

    /// Makes a report.
    package init(_ table: DataTable, query: String? = nil) {
        self.table = table
        self.query = query
    }

    /// The report with some of its columns alone, in the order given; those it does not have are empty.
    func choosing(_ columns: [String]) -> TableReport {
        let places = columns.map { table.columns.firstIndex(of: $0) }
        var report = self
        report.table.columns = columns
        report.table.rows = table.rows.map { row in places.map { $0.map { row[$0] } ?? .null } }
        report.bars = bars.flatMap { bars in places.firstIndex(of: bars) }
        return report
    }

    /// A row as a JSON object.
    func document(_ row: Int) -> JSONValue {
        .object(JSONObject(zip(table.columns, table.rows[row]).map { JSONObject.Member($0, $1) }))
    }

    /// A value as exact text; what is null is empty.
    static func text(_ value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .string(let text): text
        case .decimal(let number): number.isFinite ? JSONWriter.shortest(number) : number.description
        default: value.text
        }
    }
}

extension CommandOutput {
    /// The output with the columns of its table that were asked for; the columns of records are left to their forms.
    var withChosenColumns: CommandOutput {
        guard let columns else { return self }
        var output = self
        switch body {
        case .table(let report): output.body = .table(report.choosing(columns))
        case .changes(var report):
            report.columns = columns
            output.body = .changes(report)
        case .picture(var picture):
            picture.report = picture.report.choosing(columns)
            output.body = .picture(picture)
        default: return self
        }
        output.columns = nil
        return output
    }
}
