import AggSearch
import AggSource
import Foundation

/// Text that would take over a terminal if it were printed unchanged.
enum HostileText {
    /// All of C0 except the newline, DEL, all of C1, the marks that change the direction of text, two separators, and
    /// sequences that set the window title and colors, between words that searches find.
    static let all = "Aqua " + scalars.map { String($0) }.joined() + "\u{1B}]0;pwned\u{7}\u{1B}[31m\u{9B}32m Zone"

    private static let scalars: [Unicode.Scalar] =
        forbidden.sorted().compactMap { Unicode.Scalar($0) }.filter { $0 != "\n" }

    /// The scalars that no human-readable format may print unchanged.
    static let forbidden: Set<UInt32> = Set(0x00...0x1F).union(0x7F...0x9F).union([0x061C, 0x200E, 0x200F])
        .union(0x2028...0x202E).union(0x2066...0x2069)

    /// The text as a JSON string.
    static let json = JSONValue.string(all).text

    /// The scalars of a text that a terminal would obey, each once, except newlines.
    static func leaks(_ text: String) -> [String] {
        Set(text.unicodeScalars.filter { $0 != "\n" && forbidden.contains($0.value) })
            .map { "U+" + String($0.value, radix: 16) }.sorted()
    }

    /// What a program wrote to a terminal that is not its own: sequences from the text, and scalars that no program writes.
    static func leaks(_ transcript: [UInt8]) -> [String] {
        let text = String(decoding: transcript, as: UTF8.self)
        let own: Set<Unicode.Scalar> = ["\n", "\r", "\t", "\u{8}", "\u{7}", "\u{1B}"]
        let scalars = Set(text.unicodeScalars.filter { forbidden.contains($0.value) && !own.contains($0) })
            .map { "U+" + String($0.value, radix: 16) }.sorted()
        let foreign = ["\u{1B}]", "pwned\u{7}", "\u{1B}[31m", "\u{1B}P", "\u{1B}_", "\u{1B}^"].filter(text.contains)
        return scalars + foreign.map { $0.replacing("\u{1B}", with: "ESC ") }
    }
}
