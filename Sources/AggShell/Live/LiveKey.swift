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

    /// What a named key does here; nil for nothing.
    init?(_ key: NamedKey) {
        switch key {
        case .up: self = .up
        case .down: self = .down
        case .right: self = .right
        case .left: self = .left
        case .home: self = .home
        case .end: self = .end
        case .delete: self = .delete
        case .pageUp: self = .pageUp
        case .pageDown: self = .pageDown
        case .wordLeft, .wordRight, .deleteWord: return nil
        }
    }

    /// What a character does with Alt held; nil for nothing.
    init?(alt scalar: Unicode.Scalar) {
        guard scalar == "\u{7F}" || scalar == "\u{8}" else { return nil }
        self = .deleteWord
    }
}
