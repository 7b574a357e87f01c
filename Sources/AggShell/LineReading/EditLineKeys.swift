import CEditLine
import Glibc

/// Which key does what: the emacs keys people's fingers know, then the person's own `~/.editrc`.
enum EditLineKeys {
    /// The code of the key that inserts what was pasted.
    ///
    /// No keyboard sends it: control codes above ASCII are filtered out of what is typed.
    static let insert: wchar_t = 0x80

    private static let insertName = "agg-insert"
    private static let completeName = "agg-complete"
    private static let insertKey = "\\200"
    private static let tab = "^I"

    private static let keys: [(key: String, command: String)] = [
        ("^R", "em-inc-search-prev"), ("^W", "ed-delete-prev-word"), ("^U", "vi-kill-line-prev"),
        ("\\eb", "ed-prev-word"), ("\\ef", "em-next-word"), ("\\ed", "em-delete-next-word"),
        ("\\e^?", "ed-delete-prev-word"), ("\\e^H", "ed-delete-prev-word"),
        ("\\e[1;5D", "ed-prev-word"), ("\\e[1;5C", "em-next-word"), ("\\e[1;3D", "ed-prev-word"),
        ("\\e[1;3C", "em-next-word"), ("\\e[5D", "ed-prev-word"), ("\\e[5C", "em-next-word"),
        ("\\e[3~", "ed-delete-next-char"), ("\\e[3;5~", "em-delete-next-word"),
        ("\\e[H", "ed-move-to-beg"), ("\\e[F", "ed-move-to-end"), ("\\eOH", "ed-move-to-beg"),
        ("\\eOF", "ed-move-to-end"), ("\\e[1~", "ed-move-to-beg"), ("\\e[4~", "ed-move-to-end"),
        ("\\e[7~", "ed-move-to-beg"), ("\\e[8~", "ed-move-to-end"),
    ]

    /// Binds all keys.
    static func bind(_ handle: OpaquePointer) {
        _ = ceditline_set_emacs(handle)
        _ = ceditline_add(handle, insertName, "Insert pasted text") { handle, _ in
            EditLineSession.of(handle)?.insertPastedText() ?? UInt8(CC_ERROR)
        }
        _ = ceditline_add(handle, completeName, "Complete the word before the cursor") { handle, _ in
            EditLineSession.of(handle)?.complete() ?? UInt8(CC_ERROR)
        }
        for (key, command) in keys { _ = ceditline_bind(handle, key, command) }
        _ = ceditline_bind(handle, tab, completeName)
        if let path = settingsPath, access(path, R_OK) == 0 { _ = el_source(handle, path) }
        // Choosing the vi keys in the settings makes libedit forget what was bound before.
        if ceditline_is_vi(handle) == 1 {
            _ = ceditline_bind(handle, tab, completeName)
            _ = ceditline_bind_command(handle, insertKey, insertName)
        }
        _ = ceditline_bind(handle, insertKey, insertName)
    }

    private static var settingsPath: String? {
        if let path = getenv("EDITRC") { return String(cString: path) }
        return getenv("HOME").map { String(cString: $0) + "/.editrc" }
    }
}
