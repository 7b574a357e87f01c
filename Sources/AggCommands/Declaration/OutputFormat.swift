/// The format of an answer.
package enum OutputFormat: String, CaseIterable, Sendable {
    /// A table that fits the width of the terminal.
    case table
    /// One record at a time, one value per line.
    case list
    /// One JSON document per command, on one line.
    case json
    /// One JSON document per record, one per line.
    case ndjson
    /// Comma-separated values (RFC 4180).
    case csv
    /// Tab-separated values.
    case tsv
    /// A Markdown table.
    case markdown
    /// A web page that needs no other file.
    case html

    /// Whether it is for people: it has row numbers, notes, colors, and a footer.
    package var isForPeople: Bool { self == .table || self == .list }
    /// Whether it is JSON, so that errors are too.
    package var isJSON: Bool { self == .json || self == .ndjson }
    /// Whether all of it is one line, which a pager would truncate.
    package var isOneLine: Bool { self == .json }
    /// Whether its readers expect only rows, with or without a heading, and no confirmations.
    var isRowsAlone: Bool { self == .csv || self == .tsv || self == .ndjson }
    /// Whether it has room for notes on a query, which otherwise go to standard error.
    var hasNotes: Bool { isForPeople || self == .json || self == .html }

    /// Creates the format that belongs to the ending of a file's name; nil for another ending.
    package init?(fileName: String) {
        switch fileName.lowercased().split(separator: ".", omittingEmptySubsequences: false).dropFirst().last {
        case "json": self = .json
        case "ndjson", "jsonl": self = .ndjson
        case "csv": self = .csv
        case "tsv": self = .tsv
        case "md", "markdown": self = .markdown
        case "html", "htm": self = .html
        default: return nil
        }
    }

    package static let names = allCases.map(\.rawValue)

    /// The names as a list for help, such as “table, list, or csv”.
    ///
    /// Every start creates this list, and `joined` would scan all conformances in the program for its generic types.
    static func listed() -> String {
        names.dropLast().reduce(into: "") { $0 += "\($1), " } + "or \(names.last ?? "")"
    }
}
