import AggSource

/// The configuration of a table; nil for each setting to be detected.
struct TableSettings {
    /// Whether the table is in a file rather than on a server, which may send an error in its place.
    var isFile = false
    var format: TableShape.Format?
    var items: String?
    var encoding: TableEncoding?
    var delimiter: UInt8?
    /// The quote; `.some(nil)` if cells are never quoted.
    var quote: UInt8??
    /// Whether quotes in quoted cells have a backslash before them.
    var hasEscapes = false
    /// The columns of fixed-width text.
    var widths: FixedWidths?
    var hasHeader: Bool?
    var hasUnits: Bool?
    var skippedLines: Int?
    var decimal: NumberText.Decimal?
    var dates: DateText.Order?
    /// Which number of a pair of coordinates is the latitude.
    var pairs: PairText.Order?
    var columns: [Column]?
    var roles = TableRoles()
    /// How to find the next page; nil if there is only one.
    var next: NextPage?
    /// The maximum number of pages to read.
    var maxPages = Self.standardPages

    /// The default maximum number of pages.
    static let standardPages = 1_000

    /// How rows are written; nil if any part of it is missing.
    var shape: TableShape? {
        guard let format, let encoding else { return nil }
        var shape = TableShape()
        shape.format = format
        shape.encoding = encoding
        shape.items = items ?? ""
        shape.skippedLines = skippedLines ?? 0
        if format.isJSON {
            shape.hasHeader = hasHeader ?? false
            return shape
        }
        guard let hasHeader else { return nil }
        if let widths {
            (shape.widths, shape.dialect) = (widths, FixedWidths.dialect)
        } else {
            guard let delimiter else { return nil }
            shape.dialect = Dialect(
                delimiter: delimiter, quote: quote ?? UInt8(ascii: "\""), hasEscapes: hasEscapes)
        }
        shape.hasHeader = hasHeader
        shape.hasUnits = hasUnits ?? false
        return shape
    }

    /// Sets how rows are written.
    mutating func set(_ shape: TableShape) {
        format = shape.format
        encoding = shape.encoding
        items = shape.items
        skippedLines = shape.skippedLines
        hasHeader = shape.hasHeader
        hasUnits = shape.hasUnits
        widths = shape.widths
        delimiter = shape.dialect.delimiter
        quote = .some(shape.dialect.quote)
        hasEscapes = shape.dialect.hasEscapes
    }

    /// Whether nothing remains to be detected.
    var isComplete: Bool { shape != nil && columns != nil && roles.key != nil && roles.title != nil }

    /// The columns that tell a row from another document: those of the key, or else all configured ones.
    var identifying: [String] {
        let key = roles.isContentKey ? nil : roles.key
        return key ?? (columns ?? []).map(\.name)
    }

    /// The settings, as written in configurations, except those with default values.
    var values: [String: String] {
        var values: [String: String] = [:]
        values["format"] = format?.rawValue
        values["encoding"] = encoding?.rawValue
        if let items, !items.isEmpty { values["items"] = items }
        if let skippedLines, skippedLines > 0 { values["skip_rows"] = String(skippedLines) }
        if let format, !format.isJSON {
            if let widths {
                values["widths"] = widths.text
            } else {
                values["delimiter"] = delimiter.map(Dialect.name)
                if hasEscapes {
                    values["quote"] = Self.escapedQuote
                } else if let quote, quote != UInt8(ascii: "\"") {
                    values["quote"] = Self.name(ofQuote: quote)
                }
            }
            values["header"] = hasHeader.map(String.init)
            if hasUnits == true { values["units"] = "true" }
        } else if hasHeader == true {
            values["header"] = "true"
        }
        if decimal == .comma { values["decimal"] = decimal?.rawValue }
        values["dates"] = dates?.rawValue
        values["pairs"] = pairs?.rawValue
        values["next"] = next?.text
        if maxPages != Self.standardPages { values["max_pages"] = String(maxPages) }
        if let columns, !columns.isEmpty {
            values["columns"] = ColumnList(columns).text
        }
        for (role, columns) in roles.named { values[role] = columns.joined(separator: ", ") }
        return values
    }

    /// The names of the quotes.
    static let quoteNames = ["double", escapedQuote, "single", "none"]

    /// The name of double quotes with backslashes before quotes in the text.
    static let escapedQuote = "backslash"

    /// The name of a quote.
    static func name(ofQuote quote: UInt8?) -> String {
        quote == UInt8(ascii: "\"") ? "double" : quote == UInt8(ascii: "'") ? "single" : "none"
    }
}
