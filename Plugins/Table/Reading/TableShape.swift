/// How the rows of a table are written.
struct TableShape: Hashable {
    /// The formats of tables.
    enum Format: String, CaseIterable {
        /// Delimited text, whatever the delimiter.
        case csv
        /// JSON, as an array or with one inside.
        case json
        /// JSON values, one per line.
        case jsonl
        /// GeoJSON.
        case geojson
        /// A JSON object with a list, or an object of numbered values, for each column.
        case columns = "json-columns"

        /// Whether the rows are JSON.
        var isJSON: Bool { self != .csv }
    }

    var format = Format.csv
    var encoding = TableEncoding.utf8
    var dialect = Dialect()
    /// The columns of lines that have no delimiter; nil for other text.
    var widths: FixedWidths?
    /// The number of lines before the header, or before the first row of data, including blank ones.
    var skippedLines = 0
    /// Whether the first row contains the column labels.
    var hasHeader = true
    /// Whether the row below the header contains units.
    var hasUnits = false
    /// The path of the array of rows in a JSON document; empty if the document is the array.
    var items = ""

    /// The value of ``items`` for an object whose members are the rows, or its last part for such an object in the document.
    static let members = "*"

    /// Whether a comma may be the decimal mark of unquoted numbers, because it does not divide cells.
    var mayUseDecimalComma: Bool {
        format == .csv && [UInt8(ascii: ";"), UInt8(ascii: "\t"), Dialect.blanks].contains(dialect.delimiter)
    }

    /// Whether semicolons divide cells, as spreadsheets write them only where the comma is the decimal mark.
    var hasSemicolons: Bool { format == .csv && dialect.delimiter == UInt8(ascii: ";") }

    /// The path of the object whose members are the rows; nil if the rows are in an array.
    var membersPath: [String]? {
        let names = items.split(separator: ".").map(String.init)
        return names.last == Self.members ? names.dropLast() : nil
    }
}
