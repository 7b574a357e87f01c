/// How delimited text is divided into cells.
struct Dialect: Hashable {
    /// The byte between two cells of a row.
    var delimiter: UInt8
    /// The byte around a cell that contains delimiters or line breaks; nil if there is no such byte.
    var quote: UInt8?
    /// Whether a backslash comes before a quote or a backslash in a quoted cell, as in exports of MySQL.
    var hasEscapes = false

    /// Creates a dialect; comma and double quotes by default.
    init(delimiter: UInt8 = UInt8(ascii: ","), quote: UInt8? = UInt8(ascii: "\""), hasEscapes: Bool = false) {
        self.delimiter = delimiter
        self.quote = quote
        self.hasEscapes = hasEscapes
    }

    /// The byte before a quote that does not end its cell.
    static let escape = UInt8(ascii: "\\")

    /// The delimiter that stands for two colons, as in `1::Toy Story::1995`.
    static let doubleColon: UInt8 = 0x1C

    /// The delimiter that stands for any number of blanks and tabs.
    static let blanks: UInt8 = 0x1D

    /// The names of delimiters in configurations.
    static let delimiterNames: KeyValuePairs<String, UInt8> = [
        "comma": UInt8(ascii: ","), "semicolon": UInt8(ascii: ";"), "tab": UInt8(ascii: "\t"),
        "pipe": UInt8(ascii: "|"), "colon": UInt8(ascii: ":"), "caret": UInt8(ascii: "^"), "space": UInt8(ascii: " "),
        "::": doubleColon, "blanks": blanks,
    ]

    /// Parses a delimiter: its name, or the character itself; nil if the text is neither.
    static func delimiter(_ text: String) -> UInt8? {
        if let named = delimiterNames.first(where: { $0.key == text }) { return named.value }
        if text == "\\t" { return UInt8(ascii: "\t") }
        guard text.utf8.count == 1, let byte = text.utf8.first, byte < 0x80, byte != 10, byte != 13, byte != 34 else {
            return nil
        }
        return byte
    }

    /// The name of a delimiter, or else the character itself.
    static func name(of delimiter: UInt8) -> String {
        delimiterNames.first { $0.value == delimiter }?.key ?? String(UnicodeScalar(delimiter))
    }
}
