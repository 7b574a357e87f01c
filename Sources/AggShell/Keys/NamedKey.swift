/// A key that sends an escape sequence.
enum NamedKey {
    case up, down, left, right
    case home, end, pageUp, pageDown, delete
    case wordLeft, wordRight, deleteWord

    /// The key of a sequence without its escape, such as `[A` or `OA` (xterm, "PC-Style Function Keys"; rxvt's for
    /// Ctrl).
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
        case "[1;5D", "[1;3D", "[5D", "Od": self = .wordLeft
        case "[1;5C", "[1;3C", "[5C", "Oc": self = .wordRight
        case "[3;5~": self = .deleteWord
        default: return nil
        }
    }

    /// libedit's command for it at the prompt, unless the user's settings have one; nil if it does nothing.
    var command: String? {
        switch self {
        case .up: "ed-prev-history"
        case .down: "ed-next-history"
        case .left: "ed-prev-char"
        case .right: "ed-next-char"
        case .home: "ed-move-to-beg"
        case .end: "ed-move-to-end"
        case .delete: "ed-delete-next-char"
        case .wordLeft: "ed-prev-word"
        case .wordRight: "em-next-word"
        case .deleteWord: "em-delete-next-word"
        case .pageUp, .pageDown: nil
        }
    }
}

/// The extent of the escape sequence at the start of some bytes.
///
/// There are two kinds: `ESC [`, parameters, intermediates, and a final byte (a control sequence, ECMA-48 5.4); and
/// `ESC O` and one character. The function keys of the Linux console send `ESC [ [` and one character.
enum EscapeSequence: Equatable {
    /// This many bytes form a complete sequence.
    case whole(Int)
    /// This many bytes started a sequence that can no longer be completed.
    case broken(Int)
    /// More bytes are needed to decide.
    case partial
    /// An escape before something else: the Escape key, or Alt and a character.
    case none

    /// The maximum length of a key's sequence in bytes.
    private static let limit = 64

    /// Parses bytes that start with an escape.
    init(_ bytes: ArraySlice<UInt8>) {
        let bytes = Array(bytes.prefix(Self.limit))
        guard bytes.count > 1 else {
            self = .partial
            return
        }
        switch bytes[1] {
        case UInt8(ascii: "O"): self = Self.character(bytes, at: 2)
        case UInt8(ascii: "[") where bytes.count > 2 && bytes[2] == UInt8(ascii: "["):
            self = Self.character(bytes, at: 3)
        case UInt8(ascii: "["): self = Self.control(bytes)
        default: self = .none
        }
    }

    private static func character(_ bytes: [UInt8], at index: Int) -> EscapeSequence {
        guard index < bytes.count else { return .partial }
        return (0x20...0x7E).contains(bytes[index]) ? .whole(index + 1) : .broken(index)
    }

    private static func control(_ bytes: [UInt8]) -> EscapeSequence {
        var index = 2
        while index < bytes.count, (0x30...0x3F).contains(bytes[index]) { index += 1 }
        while index < bytes.count, (0x20...0x2F).contains(bytes[index]) { index += 1 }
        guard index < bytes.count else { return index < limit ? .partial : .broken(index) }
        return (0x40...0x7E).contains(bytes[index]) ? .whole(index + 1) : .broken(index)
    }
}
