/// A key of a live search.
enum LiveKey: Equatable {
    /// A character, or text that was pasted.
    case text(String)
    case up, down, pageUp, pageDown
    case left, right, home, end
    case backspace, delete, deleteWord, deleteToStart, deleteToEnd
    case enter, favorite, escape, endOfInput, redraw

    /// The key of a control character; nil for one that does nothing.
    init?(control scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x01: self = .home
        case 0x02: self = .left
        case 0x04: self = .endOfInput
        case 0x05: self = .end
        case 0x06: self = .favorite
        case 0x08, 0x7F: self = .backspace
        case 0x0A, 0x0D: self = .enter
        case 0x0B: self = .deleteToEnd
        case 0x0C: self = .redraw
        case 0x0E: self = .down
        case 0x10: self = .up
        case 0x15: self = .deleteToStart
        case 0x17: self = .deleteWord
        default: return nil
        }
    }

    /// The key of an escape sequence without its escape, as `[A` or `OA` (xterm, "PC-Style Function Keys").
    init?(sequence: String) {
        switch sequence {
        case "[A", "OA": self = .up
        case "[B", "OB": self = .down
        case "[C", "OC": self = .right
        case "[D", "OD": self = .left
        case "[H", "OH", "[1~", "[7~": self = .home
        case "[F", "OF", "[4~", "[8~": self = .end
        case "[3~": self = .delete
        case "[5~": self = .pageUp
        case "[6~": self = .pageDown
        case "\u{7F}", "\u{8}": self = .deleteWord
        default: return nil
        }
    }
}
