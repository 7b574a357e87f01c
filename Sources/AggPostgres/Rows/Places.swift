/// The beginning of a text that an index orders rows by: an entry of an index has little room.
enum Place {
    /// The greatest number of letters.
    static let letters = 200

    /// The beginning of a text.
    static func beginning(_ text: String) -> String {
        text.utf8.count <= letters ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(letters)))
    }

    /// The texts that begin so, as a range whose ends belong to it: nothing sorts after U+10FFFF, which is no character.
    static func range(beginningWith start: String) -> (first: String, last: String) {
        let start = beginning(start)
        return (start, start + "\u{10FFFF}")
    }
}
