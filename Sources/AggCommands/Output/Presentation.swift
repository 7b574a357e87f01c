/// How and where an answer is shown.
package struct Presentation: Hashable, Sendable {
    /// The form.
    package var format: OutputFormat
    /// The width to fit, in columns; nil where there is no terminal.
    package var width: Int?
    /// Whether colors are used.
    package var usesColor: Bool

    /// Makes a presentation.
    package init(format: OutputFormat = .table, width: Int? = nil, usesColor: Bool = false) {
        self.format = format
        self.width = width
        self.usesColor = usesColor
    }
}
