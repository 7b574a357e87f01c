/// Computes how many columns text takes at a terminal.
package enum DisplayWidth {
    /// The width of a text in columns: wide characters take two, combining marks none.
    package static func of(_ text: some StringProtocol) -> Int {
        text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.reduce(0) { $0 + of($1) }
    }

    /// The width of a character: two for an emoji, however many scalars it has; otherwise the sum of its scalars, since
    /// terminals draw a vowel sign such as U+0E33 or U+093E in a column of its own.
    package static func of(_ character: Character) -> Int {
        if character.isASCII { return 1 }
        let scalars = character.unicodeScalars
        if scalars.contains(where: { $0.value == 0xFE0F || $0.properties.isEmojiPresentation }) { return 2 }
        return scalars.reduce(0) { $0 + of($1) }
    }

    /// Truncates a text to a width; a truncated text ends in “…”, which is included in the width.
    package static func cut(_ text: String, to width: Int) -> String {
        // No character takes more columns than bytes.
        guard text.utf8.count > width else { return text }
        guard width > 0 else { return of(text) > 0 ? "" : text }
        var used = 0
        var end = text.startIndex
        for index in text.indices {
            used += of(text[index])
            if used > width { return text[..<end] + "…" }
            if used < width { end = text.index(after: index) }
        }
        return text
    }

    /// Pads a text with spaces to a width.
    package static func pad(_ text: String, to width: Int, right: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, width - of(text)))
        return right ? blanks + text : text + blanks
    }

    /// The width of a scalar, as in the C library (wcwidth of glibc).
    private static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default:
            if joining.contains(where: { $0.contains(scalar.value) }) { return 0 }
            return wide.contains { $0.contains(scalar.value) } ? 2 : 1
        }
    }

    /// The blocks of wide characters (Unicode TR 11, East_Asian_Width W and F); emoji are recognized by a property.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
        0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
    ]

    /// The Korean vowels and final consonants that join the consonant before them.
    private static let joining: [ClosedRange<UInt32>] = [0x1160...0x11FF, 0xD7B0...0xD7FB]
}

/// Quotes the user's words in a sentence, truncated if long.
package enum Quoted {
    /// The maximum width of a quoted text.
    package static let width = 60

    /// The text between quotes.
    package static func text(_ text: String) -> String { "“\(DisplayWidth.cut(text, to: width))”" }
}
