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
}
