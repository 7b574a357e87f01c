import AggSearch
import AggSource
import Foundation

/// Text that would take a terminal over if it came through as it is.
enum HostileText {
    /// All of C0 but the newline, DEL, all of C1, the marks that turn the direction of writing, two separators, a sequence
    /// that sets the title of the window and one that sets a color; between letters that searches find.
    static let all = "Aqua " + scalars.map { String($0) }.joined() + "\u{1B}]0;pwned\u{7}\u{1B}[31m\u{9B}32m Zone"

    private static let scalars: [Unicode.Scalar] =
        forbidden.sorted().compactMap { Unicode.Scalar($0) }.filter { $0 != "\n" }

    /// The scalars that no form for a person may show as they are.
    static let forbidden: Set<UInt32> = Set(0x00...0x1F).union(0x7F...0x9F).union([0x061C, 0x200E, 0x200F])
        .union(0x2028...0x202E).union(0x2066...0x2069)

    /// A JSON text of it.
    static let json = JSONValue.string(all).text

    /// What of a text a terminal would obey: the scalars, each once, newlines apart.
    static func leaks(_ text: String) -> [String] {
        Set(text.unicodeScalars.filter { $0 != "\n" && forbidden.contains($0.value) })
            .map { "U+" + String($0.value, radix: 16) }.sorted()
    }

    /// What of all that a program wrote to a terminal is not its own: sequences out of the text, and scalars that no
    /// program writes.
    static func leaks(_ transcript: [UInt8]) -> [String] {
        let text = String(decoding: transcript, as: UTF8.self)
        let own: Set<Unicode.Scalar> = ["\n", "\r", "\t", "\u{8}", "\u{7}", "\u{1B}"]
        let scalars = Set(text.unicodeScalars.filter { forbidden.contains($0.value) && !own.contains($0) })
            .map { "U+" + String($0.value, radix: 16) }.sorted()
        let foreign = ["\u{1B}]", "pwned\u{7}", "\u{1B}[31m", "\u{1B}P", "\u{1B}_", "\u{1B}^"].filter(text.contains)
        return scalars + foreign.map { $0.replacing("\u{1B}", with: "ESC ") }
    }
}
