import CEditLine
import Glibc

/// The key bindings: the familiar emacs keys, or those of vi with a few more, then the user's own `~/.editrc`.
///
/// A key that sends an escape sequence is looked up when pressed: first among libedit's bindings, which are the user's
/// own, then among the named keys. It is passed to libedit as a single code, bound to its command just before, so
/// it cannot be split into letters when libedit reads one character, as in a search.
enum EditLineKeys {
    /// The code of the key that inserts pasted text.
    ///
    /// No keyboard sends it: control codes above ASCII are filtered out of the input.
    static let insert: wchar_t = 0x80
    /// The code of a key that sent an escape sequence.
    static let action: wchar_t = 0x81

    /// The key that searches the history, Ctrl-R.
    static let search: Unicode.Scalar = "\u{12}"

    private static let insertKey = "\\200"
    private static let actionKey = "\\201"

    /// libedit's command that finds the last line that contains the typed text.
    private static let findLast = "ed-search-prev-history"

    private static let emacsKeys: [(key: String, command: String)] = [
        ("^R", "em-inc-search-prev"), ("^W", "ed-delete-prev-word"), ("^U", "vi-kill-line-prev"),
        ("\\eb", "ed-prev-word"), ("\\ef", "em-next-word"), ("\\ed", "em-delete-next-word"),
        ("\\e^?", "ed-delete-prev-word"), ("\\e^H", "ed-delete-prev-word"),
    ]

    /// A search treats keys that insert a character as letters, and supports only the emacs command for deleting one.
    private static let viInsertKeys: [(key: String, command: String)] = [
        ("^R", "em-inc-search-prev"), ("^L", "ed-clear-screen"), ("^G", EditLineCommand.nothing),
        ("^?", "ed-delete-prev-char"), ("^H", "ed-delete-prev-char"),
    ]

    /// Binds the keys.
    ///
    /// An incremental search draws below the line, which a terminal that cannot move up would garble. There, Ctrl-R finds
    /// the last line that contains what was typed.
    static func bind(_ handle: OpaquePointer, canMoveUp: Bool) {
        _ = ceditline_set_emacs(handle)
        EditLineCommand.add(to: handle)
        bindOwn(handle, canMoveUp)
        if let path = settingsPath {
            // Choosing the emacs or vi keys in the settings makes libedit drop all earlier bindings.
            EditLineSettings.read(path, into: handle) {
                if description(of: insertKey, handle)?.contains(EditLineCommand.insert) != true {
                    bindOwn(handle, canMoveUp)
                }
            }
        }
    }

    /// The action of an escape sequence, given without its escape; nil if it has none.
    static func action(for sequence: String, _ handle: OpaquePointer) -> KeyAction? {
        let codes = "\\033" + sequence.utf8.map { "\\" + ("00" + String($0, radix: 8)).suffix(3) }.joined()
        return description(of: codes, handle).flatMap { KeyAction(description: $0) }
            ?? NamedKey(sequence: sequence)?.command.map { KeyAction($0) }
    }

    /// Binds the code for keys that sent an escape sequence.
    static func bind(_ action: KeyAction, _ handle: OpaquePointer) {
        let isVi = ceditline_is_vi(handle) == 1
        if action.isText {
            _ = ceditline_bind_text(handle, actionKey, action.inserting)
            if isVi { _ = ceditline_bind_command_text(handle, actionKey, action.commanding) }
            return
        }
        let inserting = isVi ? EditLineCommand.inViInsertMode[action.inserting] : nil
        _ = ceditline_bind(handle, actionKey, inserting ?? action.inserting)
        if isVi { _ = ceditline_bind_command(handle, actionKey, action.commanding) }
    }

    /// Whether the Escape key by itself only waits for another key.
    static func escapeIsPrefix(_ handle: OpaquePointer) -> Bool {
        escapeAction(handle) == KeyAction(EditLineCommand.prefix)
    }

    /// Whether vi's Escape key leaves insert mode, which it does unless the user's settings say otherwise.
    static func escapeLeavesInsertMode(_ handle: OpaquePointer) -> Bool {
        [KeyAction(EditLineCommand.viEscape), KeyAction(EditLineCommand.prefix)].contains(escapeAction(handle))
    }

    /// Whether Ctrl-R finds the last line that contains the typed text.
    static func searchNeedsText(_ handle: OpaquePointer) -> Bool {
        description(of: "^R", handle).flatMap { KeyAction(description: $0) } == KeyAction(findLast)
    }

    private static func escapeAction(_ handle: OpaquePointer) -> KeyAction? {
        description(of: "^[", handle).flatMap { KeyAction(description: $0) }
    }

    private static func bindOwn(_ handle: OpaquePointer, _ canMoveUp: Bool) {
        let isVi = ceditline_is_vi(handle) == 1
        for (key, command) in isVi ? viInsertKeys : emacsKeys { _ = ceditline_bind(handle, key, command) }
        if !canMoveUp { _ = ceditline_bind(handle, "^R", findLast) }
        _ = ceditline_bind(handle, "^I", EditLineCommand.complete)
        _ = ceditline_bind(handle, insertKey, EditLineCommand.insert)
        guard isVi else { return }
        _ = ceditline_bind_command(handle, insertKey, EditLineCommand.insert)
        // The search treats keys that insert letters as letters, so it must start in insert mode.
        _ = ceditline_bind_command_text(handle, "^R", "i^R")
    }

    /// libedit's description of a key; nil if it is not bound.
    private static func description(of key: String, _ handle: OpaquePointer) -> String? {
        var buffer: UnsafeMutablePointer<CChar>?
        var count = 0
        guard let output = open_memstream(&buffer, &count) else { return nil }
        _ = ceditline_set_stream(handle, STDOUT_FILENO, output)
        // If a key is not bound, the message goes there too.
        _ = ceditline_set_stream(handle, STDERR_FILENO, output)
        _ = ceditline_bind(handle, key, nil)
        _ = ceditline_set_stream(handle, STDOUT_FILENO, ceditline_stdout())
        _ = ceditline_set_stream(handle, STDERR_FILENO, ceditline_stderr())
        fclose(output)
        defer { free(buffer) }
        guard let buffer, count > 0 else { return nil }
        return String(cString: buffer)
    }

    private static var settingsPath: String? {
        if let path = getenv("EDITRC") { return String(cString: path) }
        return getenv("HOME").map { String(cString: $0) + "/.editrc" }
    }
}

/// The action of a key that sends an escape sequence: a libedit command, or a text it inserts.
struct KeyAction: Equatable {
    /// The command, or a different one for vi's insert mode if needed; or the text, in the notation of `bind -s`.
    var inserting: String
    /// The command in vi's command mode.
    var commanding: String
    /// Whether the action is a text.
    var isText = false

    /// Creates the action for a command that is the same in all modes.
    init(_ command: String) { self.init(inserting: command, commanding: command) }

    /// Creates the action for two commands.
    init(inserting: String, commanding: String) { (self.inserting, self.commanding) = (inserting, commanding) }

    /// Parses a key's description by `bind KEY`, such as `"^[[A"  ->  ed-prev-history` or `"^[[5~"  ->  "search ^M"`;
    /// nil for several lines.
    init?(description: String) {
        guard description.last == "\n", !description.dropLast().contains("\n"),
            let arrow = description.firstRange(of: "->")
        else { return nil }
        let action = String(description[arrow.upperBound...].drop(while: \.isWhitespace).dropLast())
        guard action.hasPrefix("\""), action.hasSuffix("\""), action.count > 1 else {
            self.init(action)
            return
        }
        // The description has no escapes except `^X`, so a backslash is literal.
        self.init(action.dropFirst().dropLast().map { $0 == "\\" ? "\\\\" : String($0) }.joined())
        isText = true
    }
}
