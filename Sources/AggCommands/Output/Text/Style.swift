/// Colors of the terminal (ECMA-48, select graphic rendition), where they are used.
struct Style {
    let usesColor: Bool
    var theme = Settings.Theme.dark

    func bold(_ text: String) -> String { sequence("1", text) }
    func dim(_ text: String) -> String { sequence("2", text) }
    func accent(_ text: String) -> String { sequence("36", text) }
    /// Yellow cannot be read on a light background; magenta can.
    func warning(_ text: String) -> String { sequence(theme == .dark ? "33" : "35", text) }

    private func sequence(_ code: String, _ text: String) -> String {
        usesColor && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
