/// Names of columns in the configuration, separated by commas; a name in double quotes is taken as it is.
enum NameList {
    /// The items of a list, except empty ones: a name in quotes, and the rest without unnecessary blanks.
    static func items(of text: String) -> [(quoted: String?, rest: String)] {
        var items: [(quoted: String?, rest: String)] = []
        var text = text[...]
        while !text.isEmpty {
            text = text.drop(while: \.isWhitespace)
            let quoted = takeQuoted(from: &text)
            let rest = text.prefix { $0 != "," }
            text = text[rest.endIndex...].dropFirst()
            if quoted != nil || !rest.isEmpty { items.append((quoted, trimmed(rest))) }
        }
        return items
    }

    /// A name as an item, in quotes if it has one of these characters, or blanks that would be lost.
    static func item(_ name: String, quoting letters: String) -> String {
        let isPlain = name == trimmed(name) && !name.isEmpty && !name.hasPrefix("\"")
        if isPlain, !name.contains(where: { letters.contains($0) }) { return name }
        return "\"" + name.replacing("\"", with: "\"\"") + "\""
    }

    /// A text without blanks around it, and with single ones in it.
    static func trimmed(_ text: some StringProtocol) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Removes a name in quotes from the start of a text; nil if there is none, or if its item continues after it.
    private static func takeQuoted(from text: inout Substring) -> String? {
        guard text.first == "\"" else { return nil }
        var name = ""
        var rest = text.dropFirst()
        while let end = rest.firstIndex(of: "\"") {
            name += rest[..<end]
            rest = rest[end...].dropFirst()
            guard rest.first == "\"" else {
                rest = rest.drop(while: \.isWhitespace)
                guard rest.isEmpty || rest.first == "," || rest.first == ":" else { return nil }
                text = rest
                return name
            }
            name += "\""
            rest = rest.dropFirst()
        }
        return nil
    }
}
