/// Colors of the terminal (ECMA-48, select graphic rendition), where they are used.
struct Style {
    let usesColor: Bool

    func bold(_ text: String) -> String { sequence("1", text) }
    func dim(_ text: String) -> String { sequence("2", text) }
    func accent(_ text: String) -> String { sequence("36", text) }
    func warning(_ text: String) -> String { sequence("33", text) }

    private func sequence(_ code: String, _ text: String) -> String {
        usesColor && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
