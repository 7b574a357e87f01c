import AggSearch

/// The meanings of colors, and their escape sequences (ECMA-48, select graphic rendition).
///
/// Every color is one of the terminal's own sixteen, so that its color scheme keeps them legible. Yellow and cyan are
/// hard to read on a light background and are replaced there by magenta and blue.
package struct Style: Hashable, Sendable {
    /// The meaning of a color.
    package enum Role: CaseIterable, Sendable {
        /// Headings and the titles of records shown one at a time.
        case heading
        /// Secondary text: row numbers, addresses, names of values, counts, and times.
        case secondary
        /// The letters that a search matched.
        case match
        /// The star of a favorite.
        case favorite
        /// Warnings: stale rows, samples, skipped items.
        case warning
        /// Errors.
        case error
        /// The dots and bars of a picture.
        case picture
    }

    /// The color theme for the terminal's background.
    package enum Theme: String, CaseIterable, Sendable {
        /// Light text on dark.
        case dark
        /// Dark text on light.
        case light
    }

    let usesColor: Bool
    var theme = Style.Theme.dark
    /// The parameters of the sequences around everything, such as those of a chosen row; empty for none.
    private var base = ""

    /// Creates a style; without color it leaves all text unchanged.
    package init(usesColor: Bool, theme: Style.Theme = .dark) {
        self.usesColor = usesColor
        self.theme = theme
    }

    /// The parameters of the sequence for a role.
    package static func code(_ role: Role, _ theme: Style.Theme) -> String {
        switch role {
        case .heading: "1"
        case .secondary: "2"
        case .match: theme == .dark ? "1;36" : "1;34"
        case .favorite, .warning: theme == .dark ? "33" : "35"
        case .error: "1;31"
        case .picture: theme == .dark ? "36" : "34"
        }
    }

    /// The style of a chosen row, which is entirely in reverse video.
    package var reversed: Style { on("7") }

    /// The style of titles and headings.
    var heading: Style { on(Self.code(.heading, theme)) }

    private func on(_ base: String) -> Style {
        var style = self
        style.base = base
        return style
    }

    /// The text in the color of a role; without a role, in the surrounding color.
    package func text(_ text: String, _ role: Role? = nil) -> String {
        // Dim text in a chosen row would be unreadable.
        guard let role, base.isEmpty || role != .secondary else { return sequence(base, text) }
        return sequence(base.isEmpty ? Self.code(role, theme) : "\(base);\(Self.code(role, theme))", text)
    }

    func bold(_ text: String) -> String { self.text(text, .heading) }
    func dim(_ text: String) -> String { self.text(text, .secondary) }
    func warning(_ text: String) -> String { self.text(text, .warning) }

    /// The text with the letters that match a query highlighted.
    ///
    /// The query is matched against the whole text. If the text shown was truncated, its last character is the “…”.
    func marking(_ text: String, of whole: String, _ query: SearchText?) -> String {
        guard usesColor, let ranges = query?.matchedCharacters(of: whole), !ranges.isEmpty else {
            return self.text(text)
        }
        let characters = Array(text)
        let end = text.utf8.count == whole.utf8.count ? characters.count : max(0, characters.count - 1)
        var marked = ""
        var place = 0
        for range in ranges where range.lowerBound < end {
            let upper = min(range.upperBound, end)
            marked += self.text(String(characters[place..<range.lowerBound]))
            marked += self.text(String(characters[range.lowerBound..<upper]), .match)
            place = upper
        }
        return marked + self.text(String(characters[place...]))
    }

    private func sequence(_ code: String, _ text: String) -> String {
        usesColor && !code.isEmpty && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
