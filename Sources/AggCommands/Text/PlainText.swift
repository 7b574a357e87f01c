import Foundation

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
