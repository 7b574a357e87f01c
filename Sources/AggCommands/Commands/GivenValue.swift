import AggSource

/// The options of `source add` that set a parameter of the source instead of detecting it.
enum GivenValue {
    /// The options, each with the parameter it sets.
    private static let all: [(option: Option<String>, parameter: String)] = [
        (column("--key", "that identifies a record; separate several with commas"), "key"),
        (column("--title", "for the title"), "title"),
        (column("--subtitle", "for the subtitle, such as the country of a city"), "subtitle"),
        (column("--date", "with the date of the record"), "date"),
        (column("--latitude", "with the latitude"), "latitude"),
        (column("--longitude", "with the longitude"), "longitude"),
        (column("--location", "with both coordinates, in a form such as POINT (lon lat) or (lat, lon)"), "location"),
        (column("--link", "with the URL of a page about the record"), "link"),
        (Option("--items", "PATH", help: "The path to the array of rows in a JSON document."), "items"),
        (
            Option(
                "--next", "HOW", help: "How to get the next page, e.g. “link links.next” or “offset start”."),
            "next"
        ),
        (
            Option(
                "--read-as", "FORMAT", .suggestion(["csv", "json", "jsonl", "geojson", "json-columns"]),
                help: "The format of the data."),
            "format"
        ),
        (
            Option(
                "--encoding", "NAME", .suggestion(["utf-8", "utf-16le", "utf-16be", "windows-1252"]),
                help: "The encoding of the text."), "encoding"
        ),
        (
            Option(
                "--delimiter", "NAME", .suggestion(["comma", "semicolon", "tab", "pipe"]),
                help: "The separator between cells."
            ), "delimiter"
        ),
        (
            Option(
                "--quote", "NAME", .suggestion(["double", "single", "none"]), help: "The kind of quotes around cells."),
            "quote"
        ),
        (
            Option(
                "--header", "FLAG", .suggestion(["true", "false"]),
                help: "Whether the first row contains column names."), "header"
        ),
        (
            Option("--skip-rows", "N", help: "How many lines to skip before the header, including blank ones."),
            "skip_rows"
        ),
        (
            Option(
                "--decimal", "NAME", .suggestion(["point", "comma"]),
                help: "The decimal separator."), "decimal"
        ),
        (
            Option(
                "--dates", "ORDER", .suggestion(["day-first", "month-first", "year-first"]),
                help: "How to read dates such as 01/02/2024."), "dates"
        ),
        (
            Option(
                "--pairs", "ORDER", .suggestion(["latitude-first", "longitude-first"]),
                help: "Whether latitude or longitude comes first in a column with both."), "pairs"
        ),
    ]

    static let options: [any DeclaredOption] = all.map(\.option)

    /// Returns the values given, by parameter name.
    ///
    /// - Throws: `CommandError` for a value that no kind with the parameter accepts.
    static func values(
        _ arguments: Arguments, for kinds: [any DataSource.Type]
    ) throws(CommandError) -> [String: String] {
        var values: [String: String] = [:]
        for (option, name) in all {
            guard let text = arguments[option] else { continue }
            let parameters = kinds.flatMap { $0.parameters }.filter { $0.name == name }
            if let first = parameters.first, parameters.allSatisfy({ $0.kind.parse(text) == nil }) {
                throw .usage(
                    "\(Quoted.text(text)) is not a valid value for \(option.name); expected \(first.kind.expectation)")
            }
            values[name] = text
        }
        return values
    }

    private static func column(_ name: String, _ purpose: String) -> Option<String> {
        Option(name, "COLUMN", help: "The column \(purpose).")
    }
}
