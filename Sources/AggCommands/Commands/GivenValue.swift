import AggSource

/// The options of `source add` that set a parameter of the source, in place of what would be detected.
enum GivenValue {
    /// The options with the parameters that they set.
    private static let all: [(option: Option<String>, parameter: String)] = [
        (column("--key", "that tells records apart; several with commas between"), "key"),
        (column("--title", "to look records up by"), "title"),
        (column("--subtitle", "for the second line"), "subtitle"),
        (column("--date", "of the record's date"), "date"),
        (column("--latitude", "of the latitude"), "latitude"),
        (column("--longitude", "of the longitude"), "longitude"),
        (column("--location", "of places such as POINT (lon lat)"), "location"),
        (column("--link", "of the address of a page"), "link"),
        (Option("--items", "PATH", help: "The path of the array of rows in a JSON document."), "items"),
        (
            Option("--next", "HOW", help: "Where the next page of JSON is, e.g. “link links.next” or “page page”."),
            "next"
        ),
        (
            Option(
                "--read-as", "FORMAT", .suggestion(["csv", "json", "jsonl", "geojson"]), help: "How rows are written."),
            "format"
        ),
        (
            Option(
                "--encoding", "NAME", .suggestion(["utf-8", "utf-16le", "utf-16be", "windows-1252"]),
                help: "The encoding of the text."), "encoding"
        ),
        (
            Option(
                "--delimiter", "NAME", .suggestion(["comma", "semicolon", "tab", "pipe"]), help: "What separates cells."
            ), "delimiter"
        ),
        (
            Option("--quote", "NAME", .suggestion(["double", "single", "none"]), help: "The quotes around cells."),
            "quote"
        ),
        (
            Option(
                "--header", "FLAG", .suggestion(["true", "false"]),
                help: "Whether the first row has the labels of the columns."), "header"
        ),
        (Option("--skip-rows", "N", help: "How many rows come before the header."), "skip_rows"),
        (
            Option(
                "--decimal", "NAME", .suggestion(["point", "comma"]),
                help: "What comes before the fraction of a number."), "decimal"
        ),
        (
            Option(
                "--dates", "ORDER", .suggestion(["day-first", "month-first"]),
                help: "How to read dates such as 01/02/2024."), "dates"
        ),
    ]

    /// The options.
    static let options: [any DeclaredOption] = all.map(\.option)

    /// The values that were given, by the names of their parameters.
    static func values(_ arguments: Arguments) -> [String: String] {
        var values: [String: String] = [:]
        for (option, parameter) in all { values[parameter] = arguments[option] }
        return values
    }

    private static func column(_ name: String, _ purpose: String) -> Option<String> {
        Option(name, "COLUMN", help: "The column \(purpose).")
    }
}
