import AggSource
import Foundation

/// A configuration's values, parsed and checked.
struct TableParameters {
    /// The configuration keys.
    static let all = [
        Parameter("url", .url, help: "The URL of the table (http, https, or file); gzip data is decompressed."),
        Parameter(
            "format", .choice(TableShape.Format.allCases.map(\.rawValue)),
            help:
                "The format of the rows: csv is any delimited text, jsonl has one JSON value per line, and "
                + "json-columns has a list for each column."),
        Parameter(
            "items", .text, selectsData: true,
            help: "The path to the array of rows in a JSON document, e.g. data.rows; use *, or a path such as "
                + "data.*, if the rows are the members of an object."),
        Parameter(
            "encoding", .text,
            help: "The encoding of the text, unless it begins with a byte order mark: \(encodings), or another name "
                + "for one of these, such as cp1252, latin1, or UTF8."),
        Parameter(
            "delimiter", .text,
            help: "The cell separator: comma, semicolon, tab, pipe, any other ASCII character, “::”, or blanks."),
        Parameter(
            "quote", .choice(TableSettings.quoteNames),
            help:
                "The quotes around cells; double by default. Use backslash if cells are in double quotes and a "
                + "backslash precedes each quote inside a cell."),
        Parameter(
            "widths", .text,
            help: "The widths of columns padded with blanks, e.g. 5, 10, 8; the last column takes the rest of the "
                + "line."),
        Parameter("header", .boolean, help: "Whether the first row contains the column labels."),
        Parameter("units", .boolean, help: "Whether the row below the header contains units and should be skipped."),
        Parameter(
            "skip_rows", .integer(0...1_000),
            help: "The number of lines to skip before the header or the data, including blank ones."),
        Parameter(
            "decimal", .choice(NumberText.Decimal.allCases.map(\.rawValue)),
            help: "The decimal separator: point or comma."),
        Parameter(
            "dates", .choice(DateText.Order.allCases.map(\.rawValue)),
            help: "How to read ambiguous dates: 01/02/2024 as day-first or month-first, 24-02-01 as year-first."),
        Parameter(
            "pairs", .choice(PairText.Order.allCases.map(\.rawValue)),
            help: "How to read pairs such as 2.35, 48.85 in the location column: latitude-first or longitude-first."),
        Parameter(
            "columns", .text, help: "The columns to keep and their types, such as “status, opened:date, fee:decimal”."),
        Parameter(
            "key", .text,
            help:
                "The column that identifies a row, or several separated by commas; :content stands for a digest of the "
                + "row."),
        Parameter("title", .text, help: "The column for the title, or several whose values are joined with spaces."),
        Parameter("subtitle", .text, help: "The column for the subtitle, such as the country of a city."),
        Parameter(
            "date", .text,
            help:
                "The column with the record's date, or the columns with its year, month or quarter, and day, such as "
                + "year,month,day."),
        Parameter("latitude", .text, help: "The column with the latitude in degrees."),
        Parameter("longitude", .text, help: "The column with the longitude in degrees."),
        Parameter(
            "location", .text,
            help: "The column with both coordinates, in a form such as POINT (lon lat) or (lat, lon)."),
        Parameter("link", .text, help: "The column with the URL of a page about the record."),
        Parameter(
            "next", .text,
            help:
                "How to find the next page: “link PATH” (a URL in a JSON document), “header” (the Link header), "
                + "“page PARAMETER”, or “offset PARAMETER”."
        ),
        Parameter(
            "max_pages", .integer(1...100_000), default: String(TableSettings.standardPages),
            help: "The maximum number of pages to read."),
    ]

    private static let encodings = TableEncoding.allCases.map(\.rawValue).joined(separator: ", ")

    let url: URL
    let settings: TableSettings

    init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        var faults: [ConfigurationFault] = []
        func fault(_ message: String) { faults.append(ConfigurationFault("\(configuration.id): \(message)")) }

        let url = configuration.url("url")
        if url == nil { fault("missing url; set it to the URL of the table, such as https://example.org/table.csv") }
        var settings = TableSettings()
        settings.isFile = url?.isFileURL == true
        settings.format = configuration.text("format").flatMap(TableShape.Format.init)
        settings.items = configuration.text("items")
        if settings.format == .geojson, settings.items == nil { settings.items = "features" }
        if let text = configuration.text("encoding") {
            settings.encoding = TableEncoding(named: text)
            if settings.encoding == nil {
                fault(
                    "“\(text)” is not a valid value for encoding; use one of \(Self.encodings), or another name for "
                        + "one of these, such as cp1252 or latin1")
            }
        }
        if let text = configuration.text("delimiter") {
            settings.delimiter = Dialect.delimiter(text)
            if settings.delimiter == nil {
                fault(
                    "“\(text)” is not a valid value for delimiter; use comma, semicolon, tab, pipe, any other ASCII "
                        + "character, “::”, or blanks"
                )
            }
        }
        if let text = configuration.text("widths") {
            settings.widths = FixedWidths(text)
            if settings.widths == nil {
                fault("“\(text)” is not a valid value for widths; use numbers such as 5, 10, 8")
            }
        }
        switch configuration.text("quote") {
        case "double": settings.quote = .some(UInt8(ascii: "\""))
        case TableSettings.escapedQuote: (settings.quote, settings.hasEscapes) = (.some(UInt8(ascii: "\"")), true)
        case "single": settings.quote = .some(UInt8(ascii: "'"))
        case "none": settings.quote = .some(nil)
        default: break
        }
        settings.hasHeader = configuration.boolean("header")
        settings.hasUnits = configuration.boolean("units")
        settings.skippedLines = configuration.integer("skip_rows")
        settings.decimal = configuration.text("decimal").flatMap(NumberText.Decimal.init)
        settings.dates = configuration.text("dates").flatMap(DateText.Order.init)
        settings.pairs = configuration.text("pairs").flatMap(PairText.Order.init)
        settings.roles = TableRoles(configuration)
        settings.maxPages = configuration.integer("max_pages") ?? TableSettings.standardPages
        if let text = configuration.text("next") {
            settings.next = NextPage(text)
            if settings.next == nil {
                fault(
                    "“\(text)” is not a valid value for “next”; use link PATH, header, page PARAMETER, or offset PARAMETER"
                )
            }
        }
        if let list = configuration.text("columns") {
            do { settings.columns = try ColumnList(list, kinds: ColumnList.kinds + [.list]).columns } catch {
                fault(error.message)
            }
        }
        guard faults.isEmpty, let url else { throw ConfigurationFaults(faults) }
        self.url = url
        self.settings = settings
    }
}
