import AggSearch

/// What color says, and the sequences that say it (ECMA-48, select graphic rendition).
///
/// Every color is one of the terminal's own sixteen, so that its color scheme keeps them legible. Yellow and cyan fade on a
/// light background: there magenta and blue take their place.
package struct Style: Hashable, Sendable {
    /// What is said.
    package enum Role: CaseIterable, Sendable {
        /// Headings and the titles of records shown one at a time.
        case heading
        /// What can be skipped: row numbers, addresses, names of values, counts and times.
        case secondary
        /// The letters that a search matched.
        case match
        /// The star of a favorite.
        case favorite
        /// What is doubtful: stale rows, samples, skipped items.
        case warning
        /// What failed.
        case error
        /// The dots and bars of a picture.
        case picture
    }

    /// The colors that are legible on the terminal's background.
    package enum Theme: String, CaseIterable, Sendable {
        /// Light letters on dark.
        case dark
        /// Dark letters on light.
        case light
    }

    let usesColor: Bool
    var theme = Style.Theme.dark
    /// The parameters of the sequences around everything, such as those of a chosen row; empty for none.
    private var base = ""

    /// Creates a style; without color it changes no text.
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

    /// The style of a chosen row, all of which is reversed.
    package var reversed: Style { on("7") }

    /// The style of titles and headings.
    var heading: Style { on(Self.code(.heading, theme)) }

    private func on(_ base: String) -> Style {
        var style = self
        style.base = base
        return style
    }

    /// The text in the color of a role; without one in that around it.
    package func text(_ text: String, _ role: Role? = nil) -> String {
        // Dim letters in a chosen row could not be read.
        guard let role, base.isEmpty || role != .secondary else { return sequence(base, text) }
        return sequence(base.isEmpty ? Self.code(role, theme) : "\(base);\(Self.code(role, theme))", text)
    }

    func bold(_ text: String) -> String { self.text(text, .heading) }
    func dim(_ text: String) -> String { self.text(text, .secondary) }
    func warning(_ text: String) -> String { self.text(text, .warning) }

    /// The text with the letters that a query matches in their color.
    ///
    /// The query is looked for in the whole text. If what is shown of it was cut, its last character is the “…”.
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
