/// The prefix of a text by which an index orders rows, since index entries are limited in size.
enum IndexedPrefix {
    /// The maximum number of letters.
    static let letters = 200

    /// Returns the indexed prefix of a text.
    static func beginning(_ text: String) -> String {
        text.utf8.count <= letters ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(letters)))
    }

    /// Returns the texts with a prefix as a closed range; nothing sorts after U+10FFFF, which is not a character.
    static func range(beginningWith start: String) -> (first: String, last: String) {
        let start = beginning(start)
        return (start, start + "\u{10FFFF}")
    }
}
