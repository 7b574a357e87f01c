package import Foundation

/// How and where an answer is shown.
package struct Presentation: Hashable, Sendable {
    /// The form.
    package var format: OutputFormat
    /// The width to fit, in columns; nil if there is no terminal.
    package var width: Int?
    /// Whether colors are used.
    package var usesColor: Bool
    /// The colors that are legible.
    package var theme = Style.Theme.dark
    /// When a table shows one record at a time.
    package var expanded = Settings.Expansion.off
    /// Whether the headings of columns are shown.
    package var showsHeadings = true
    /// Whether to show the elapsed time.
    package var showsTiming = true
    /// Whether what a person reads is to be plain ASCII, since the locale has another character set than UTF-8.
    package var isPlain = false

    /// The zone that times are written in, except those of records; nil for that of the system, which is looked up when
    /// it is needed.
    package var chosenZone: TimeZone?

    package init(format: OutputFormat = .table, width: Int? = nil, usesColor: Bool = false) {
        self.format = format
        self.width = width
        self.usesColor = usesColor
    }

    package var style: Style { Style(usesColor: usesColor, theme: theme) }
    var zone: TimeZone { chosenZone ?? .current }

    /// The lines of a table of a few rows.
    func table(
        _ columns: [TextTable.Column], _ rows: [[String]],
        _ role: (@Sendable (_ row: Int, _ column: Int) -> Style.Role?)? = nil
    ) -> [String] {
        var table = TextTable(columns: columns, rows: rows.map { $0.map(VisibleText.of) })
        table.cellRole = role
        return Array(table.lines(width: width, style: style, showsHeadings: showsHeadings))
    }
}
