import CEditLine

/// How many columns of a terminal text takes, by the C library's own table, which libedit uses too.
enum DisplayWidth {
    /// The columns of one scalar: 0 for a combining mark and for what is not shown.
    static func of(_ scalar: Unicode.Scalar) -> Int {
        scalar.isASCII
            ? (scalar.value < 0x20 || scalar.value == 0x7F ? 0 : 1)
            : max(0, Int(ceditline_width(wchar_t(scalar.value))))
    }

    /// The columns of a text on one line.
    static func of(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + of($1) }
    }

    /// The text with every control character shown as a blank, so that data cannot steer the terminal.
    static func visible(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            scalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
        }
        return String(scalars)
    }

    /// The text cut to at most that many columns, with an ellipsis in the last where something was cut.
    static func truncate(_ text: String, to columns: Int) -> String {
        guard of(text) > columns else { return text }
        var kept = ""
        var width = 0
        for character in text {
            let next = width + of(String(character))
            guard next < columns else { break }
            kept.append(character)
            width = next
        }
        return kept + "…"
    }
}
