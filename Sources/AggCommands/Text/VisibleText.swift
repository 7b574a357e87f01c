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
