/// The form of an answer.
package enum OutputFormat: String, CaseIterable, Sendable {
    /// A table that fits the width of the terminal.
    case table
    /// One record at a time, a line a value.
    case list
    /// One JSON document a command, on one line.
    case json
    /// One JSON document a record, a line each.
    case ndjson
    /// Comma-separated values (RFC 4180).
    case csv
    /// Tab-separated values.
    case tsv
    /// A Markdown table.
    case markdown

    /// Whether a person reads it: it has numbers, notes, colors and a footer.
    package var isForPeople: Bool { self == .table || self == .list }
    /// Whether it is JSON, and errors are as well.
    package var isJSON: Bool { self == .json || self == .ndjson }
    /// Whether all of it is one line, of which a pager would show the beginning.
    package var isOneLine: Bool { self == .json }
    /// Whether its readers expect rows, with or without a heading, and nothing that only says that something was done.
    var isRowsAlone: Bool { self == .csv || self == .tsv || self == .ndjson }
    /// Whether it has room for notes on a query, which go to standard error otherwise.
    var hasNotes: Bool { isForPeople || self == .json }

    package static let names = allCases.map(\.rawValue)
}
