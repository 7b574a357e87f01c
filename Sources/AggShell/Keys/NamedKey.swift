/// A key that sends an escape sequence.
enum NamedKey {
    case up, down, left, right
    case home, end, pageUp, pageDown, delete
    case wordLeft, wordRight, deleteWord

    /// The key of a sequence without its escape, as `[A` or `OA` (xterm, "PC-Style Function Keys"; rxvt's for Ctrl).
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

    /// libedit's command for it at the prompt, where the person's own settings have none; nil where it does nothing.
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
