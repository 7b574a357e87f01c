/// A list in one cell: its items with a control character between them.
enum ListText {
    /// The character between two items, the unit separator of ASCII.
    static let separator: Character = "\u{1F}"
    /// The separator as a byte.
    static let separatorByte: UInt8 = 0x1F

    /// Returns the text of a cell with these items.
    static func text(of items: [String]) -> String { items.joined(separator: String(separator)) }

    /// Returns the items of a cell.
    static func items(of bytes: ArraySlice<UInt8>) -> [String] {
        bytes.split(separator: separatorByte).map { String(decoding: $0, as: UTF8.self) }
    }
}
