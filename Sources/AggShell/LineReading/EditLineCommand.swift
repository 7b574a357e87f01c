import CEditLine

/// The names of the commands added to libedit, and of some of its own.
enum EditLineCommand {
    static let insert = "agg-insert"
    /// Completes the word before the cursor.
    static let complete = "agg-complete"
    /// Does nothing, which ends a search and accepts its line like any command.
    static let nothing = "agg-nothing"
    /// Moves after the last character.
    static let end = "agg-end"

    /// libedit's command that leaves vi's insert mode.
    static let viEscape = "vi-command-mode"
    /// libedit's command for a key that is a prefix of others.
    static let prefix = "ed-sequence-lead-in"

    private static let beginning = "agg-beginning"
    private static let next = "agg-next"
    private static let delete = "agg-delete"

    /// Replacements for libedit commands in vi's insert mode: libedit's own exclude the position after the last
    /// character, or skip leading blanks, in both modes of vi.
    static let inViInsertMode = [
        "ed-move-to-beg": beginning, "ed-move-to-end": end, "ed-next-char": next, "ed-delete-next-char": delete,
    ]

    static func add(to handle: OpaquePointer) {
        _ = ceditline_add(handle, insert, "Insert pasted text") { handle, _ in
            EditLineSession.of(handle)?.insertPastedText() ?? UInt8(CC_ERROR)
        }
        _ = ceditline_add(handle, complete, "Complete the word before the cursor") { handle, _ in
            EditLineSession.of(handle)?.complete() ?? UInt8(CC_ERROR)
        }
        _ = ceditline_add(handle, nothing, "Do nothing") { _, _ in UInt8(CC_NORM) }
        _ = ceditline_add(handle, end, "Move to the end of the line") { handle, _ in
            EditLineCommand.move(handle) { $0.scalars.count - $0.cursor }
        }
        _ = ceditline_add(handle, beginning, "Move to the start of the line") { handle, _ in
            EditLineCommand.move(handle) { -$0.cursor }
        }
        _ = ceditline_add(handle, next, "Move to the next character") { handle, _ in
            EditLineCommand.move(handle) { min(1, $0.scalars.count - $0.cursor) }
        }
        _ = ceditline_add(handle, delete, "Delete the character at the cursor") { handle, _ in
            guard let handle, case let line = EditedLine(handle), line.cursor < line.scalars.count else {
                return UInt8(CC_ERROR)
            }
            el_cursor(handle, 1)
            el_deletestr(handle, 1)
            return UInt8(CC_REFRESH)
        }
    }

    private static func move(_ handle: OpaquePointer?, by distance: (EditedLine) -> Int) -> UInt8 {
        guard let handle else { return UInt8(CC_ERROR) }
        el_cursor(handle, Int32(distance(EditedLine(handle))))
        return UInt8(CC_CURSOR)
    }
}
