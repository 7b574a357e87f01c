package import Foundation

/// How and where an answer is shown.
package struct Presentation: Hashable, Sendable {
    /// The output format.
    package var format: OutputFormat
    /// The width to fit, in columns; nil without a terminal.
    package var width: Int?
    /// The height of the terminal, which a picture fits; nil without a terminal.
    package var height: Int?
    /// Whether colors are used.
    package var usesColor: Bool
    /// The color theme.
    package var theme = Style.Theme.dark
    /// When a table shows one record at a time.
    package var expanded = Settings.Expansion.off
    /// Whether to show column headings.
    package var showsHeadings = true
    /// Whether to show the elapsed time.
    package var showsTiming = true
    /// Whether to use only plain ASCII in text for people, because the locale's character set is not UTF-8.
    package var isPlain = false
    /// Whether the program runs with `--offline`, so that a refresh cannot fetch anything.
    package var isOffline = false

    /// The time when the answer is shown, for formats that are kept; nil if it does not matter.
    package var time: Date?

    /// The time zone for all times except those of records; nil for that of the system, which is looked up on demand.
    package var chosenZone: TimeZone?

    package init(format: OutputFormat = .table, width: Int? = nil, usesColor: Bool = false) {
        self.format = format
        self.width = width
        self.usesColor = usesColor
    }

    package var style: Style { Style(usesColor: usesColor, theme: theme) }
    var zone: TimeZone { chosenZone ?? .current }

    /// Whether to show one record at a time instead of a table whose widest line has a width.
    func expands(_ naturalWidth: @autoclosure () -> Int) -> Bool {
        guard expanded == .auto, let width else { return expanded == .on }
        return naturalWidth() > width
    }

    /// The lines below a table that say how to read it if it doesn't fit the width.
    func hint(fits: Bool) -> [String] {
        let text = "The table is wider than the terminal; --format list shows one record at a time."
        return fits ? [] : lines(of: text, .secondary)
    }

    /// The lines of a sentence, wrapped to the width if there is one, in the color of a role.
    func lines(of text: String, _ role: Style.Role? = nil) -> [String] {
        WrappedText.of(text, width: width).split(separator: "\n", omittingEmptySubsequences: false)
            .map { style.text(String($0), role) }
    }

    /// The lines of a table with a few rows.
    func table(
        _ columns: [TextTable.Column], _ rows: [[String]],
        _ role: (@Sendable (_ row: Int, _ column: Int) -> Style.Role?)? = nil
    ) -> [String] {
        var table = TextTable(columns: columns, rows: rows.map { $0.map(VisibleText.of) })
        table.cellRole = role
        return Array(table.lines(width: width, style: style, showsHeadings: showsHeadings))
    }
}
