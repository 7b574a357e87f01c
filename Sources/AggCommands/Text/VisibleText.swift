import Foundation

/// Makes text that agg received safe for a terminal.
///
/// Control characters (C0, DEL, C1), line and paragraph separators, and bidirectional formatting characters (Unicode TR
/// 9, explicit formatting characters) are replaced by visible symbols, so that no text can move the cursor, change
/// colors, or reorder the text around it.
package enum VisibleText {
    /// The text with every such character replaced by a symbol.
    package static func of(_ text: String) -> String {
        text.exchangingScalars(sign)
    }

    /// Like `of`, for a text of several lines, whose newlines are kept.
    package static func ofLines(_ text: String) -> String {
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .map { of(String($0)) }.joined(separator: "\n")
    }

    /// Like `ofLines`, for markup: without the two characters that XML and HTML do not allow.
    package static func ofMarkup(_ text: String) -> String {
        ofLines(text).exchangingScalars { $0 == "\u{FFFE}" || $0 == "\u{FFFF}" ? "\u{FFFD}" : nil }
    }

    private static func sign(_ scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x00...0x1F: Unicode.Scalar(0x2400 + scalar.value).map(String.init)
        case 0x7F: "␡"
        case 0x80...0x9F, 0x200E, 0x200F, 0x061C, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF:
            "‹U+\(String(scalar.value, radix: 16, uppercase: true))›"
        default: nil
        }
    }
}

/// Text for a terminal whose character set may not be UTF-8: ASCII of the same width.
package enum PlainText {
    /// The text with all other characters replaced: letters lose their accents, the program's symbols have a plain
    /// form, and anything else becomes a question mark per column.
    package static func of(_ text: String) -> String {
        text.utf8.allSatisfy { $0 < 0x80 } ? text : text.map(plain).joined()
    }

    private static func plain(_ character: Character) -> String {
        if character.isASCII { return String(character) }
        if let sign = signs[character] { return sign }
        if ("\u{2801}"..."\u{28FF}").contains(character) { return "*" }
        let width = DisplayWidth.of(character)
        let base = String(character).decomposedStringWithCanonicalMapping.unicodeScalars.filter(\.isASCII)
        if base.count == width, width > 0 { return String(String.UnicodeScalarView(base)) }
        return String(repeating: "?", count: width)
    }

    private static let signs: [Character: String] = [
        "★": "*", "…": "~", "“": "\"", "”": "\"", "‘": "'", "’": "'", "–": "-", "—": "-", "·": "-", "‹": "<", "›": ">",
        "█": "#", "▉": "#", "▊": "#", "▋": "#", "▌": "#", "▍": ":", "▎": ":", "▏": ":", "•": "o", "─": "-", "├": "|",
        "┤": "|",
        "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ı": "i",
    ]
}

extension String {
    /// The text with some scalars replaced by other texts.
    ///
    /// It replaces scalars rather than characters: a symbol followed by a combining mark is a different character, but
    /// readers still see the symbol.
    func exchangingScalars(_ exchange: (Unicode.Scalar) -> String?) -> String {
        guard unicodeScalars.contains(where: { exchange($0) != nil }) else { return self }
        // Not a scalar view, which would copy all of its contents whenever several scalars are appended.
        var exchanged: [UInt8] = []
        exchanged.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            if let text = exchange(scalar) {
                exchanged += text.utf8
            } else {
                exchanged += String(scalar).utf8
            }
        }
        return String(decoding: exchanged, as: UTF8.self)
    }
}
