import Foundation

/// Makes text from outside harmless for a terminal.
///
/// Control characters (C0, DEL, C1), line and paragraph separators and the marks that turn the direction of writing
/// (Unicode TR 9, explicit formatting characters) are shown as visible signs, so that no text can move the cursor,
/// change colors or reorder what stands beside it.
package enum VisibleText {
    /// The text with every such character exchanged for a sign.
    package static func of(_ text: String) -> String {
        text.exchangingScalars(sign)
    }

    /// The same for a text of several lines, whose newlines stay.
    package static func ofLines(_ text: String) -> String {
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .map { of(String($0)) }.joined(separator: "\n")
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

/// Text for a terminal whose character set is not known to be UTF-8: ASCII, of the same width.
package enum PlainText {
    /// The text with every other character exchanged: letters lose their marks, the signs of the program have a plain form,
    /// and what has none is a question mark for each of its columns.
    package static func of(_ text: String) -> String {
        text.utf8.allSatisfy { $0 < 0x80 } ? text : text.map(plain).joined()
    }

    private static func plain(_ character: Character) -> String {
        if character.isASCII { return String(character) }
        if let sign = signs[character] { return sign }
        let width = DisplayWidth.of(character)
        let base = String(character).decomposedStringWithCanonicalMapping.unicodeScalars.filter(\.isASCII)
        if base.count == width, width > 0 { return String(String.UnicodeScalarView(base)) }
        return String(repeating: "?", count: width)
    }

    private static let signs: [Character: String] = [
        "★": "*", "…": "~", "“": "\"", "”": "\"", "‘": "'", "’": "'", "–": "-", "—": "-", "·": "-", "‹": "<", "›": ">",
        "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ı": "i",
    ]
}

extension String {
    /// The text with some scalars exchanged for other texts.
    ///
    /// Scalars and not characters, since a sign with a combining mark behind it is a character of its own, yet still that
    /// sign to whoever reads the text.
    func exchangingScalars(_ exchange: (Unicode.Scalar) -> String?) -> String {
        guard unicodeScalars.contains(where: { exchange($0) != nil }) else { return self }
        // Not into scalars: to append several of them there copies all that is there already.
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
