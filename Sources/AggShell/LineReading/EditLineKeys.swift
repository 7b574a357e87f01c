import CEditLine
import Glibc

/// Which key does what: the emacs keys people's fingers know, or those of vi with a few more, then the person's own
/// `~/.editrc`.
///
/// A key that sends an escape sequence is looked up when it is pressed, first in what libedit has bound, which is the
/// person's own, then among the named keys. It reaches libedit as one code that is bound to its command just before. So
/// it cannot fall apart into letters where libedit reads one character, as in a search.
enum EditLineKeys {
    /// The code of the key that inserts what was pasted.
    ///
    /// No keyboard sends it: control codes above ASCII are filtered out of what is typed.
    static let insert: wchar_t = 0x80
    /// The code of the key that sent an escape sequence.
    static let action: wchar_t = 0x81

    private static let insertKey = "\\200"
    private static let actionKey = "\\201"

    private static let emacsKeys: [(key: String, command: String)] = [
        ("^R", "em-inc-search-prev"), ("^W", "ed-delete-prev-word"), ("^U", "vi-kill-line-prev"),
        ("\\eb", "ed-prev-word"), ("\\ef", "em-next-word"), ("\\ed", "em-delete-next-word"),
        ("\\e^?", "ed-delete-prev-word"), ("\\e^H", "ed-delete-prev-word"),
    ]

    /// A search takes what inserts a character for a letter, and knows the emacs way of deleting one only.
    private static let viInsertKeys: [(key: String, command: String)] = [
        ("^R", "em-inc-search-prev"), ("^L", "ed-clear-screen"), ("^G", EditLineCommand.nothing),
        ("^?", "ed-delete-prev-char"), ("^H", "ed-delete-prev-char"),
    ]

    /// Binds all keys.
    static func bind(_ handle: OpaquePointer) {
        _ = ceditline_set_emacs(handle)
        EditLineCommand.add(to: handle)
        bindOwn(handle)
        if let path = settingsPath {
            // Choosing the emacs or the vi keys in the settings makes libedit forget what was bound before.
            EditLineSettings.read(path, into: handle) {
                if description(of: insertKey, handle)?.contains(EditLineCommand.insert) != true { bindOwn(handle) }
            }
        }
    }

    /// What an escape sequence, given without its escape, stands for; nil for nothing.
    static func action(for sequence: String, _ handle: OpaquePointer) -> KeyAction? {
        let codes = "\\033" + sequence.utf8.map { "\\" + ("00" + String($0, radix: 8)).suffix(3) }.joined()
        return description(of: codes, handle).flatMap { KeyAction(description: $0) }
            ?? NamedKey(sequence: sequence)?.command.map { KeyAction($0) }
    }

    /// Binds the code of the key that sent an escape sequence.
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

    /// Whether the Escape key does nothing by itself but wait for another one.
    static func escapeIsPrefix(_ handle: OpaquePointer) -> Bool {
        escapeAction(handle) == KeyAction(EditLineCommand.prefix)
    }

    /// Whether the Escape key of vi leaves the insert mode: it does where the person's own settings say nothing else.
    static func escapeLeavesInsertMode(_ handle: OpaquePointer) -> Bool {
        [KeyAction(EditLineCommand.viEscape), KeyAction(EditLineCommand.prefix)].contains(escapeAction(handle))
    }

    private static func escapeAction(_ handle: OpaquePointer) -> KeyAction? {
        description(of: "^[", handle).flatMap { KeyAction(description: $0) }
    }

    private static func bindOwn(_ handle: OpaquePointer) {
        let isVi = ceditline_is_vi(handle) == 1
        for (key, command) in isVi ? viInsertKeys : emacsKeys { _ = ceditline_bind(handle, key, command) }
        _ = ceditline_bind(handle, "^I", EditLineCommand.complete)
        _ = ceditline_bind(handle, insertKey, EditLineCommand.insert)
        guard isVi else { return }
        _ = ceditline_bind_command(handle, insertKey, EditLineCommand.insert)
        // The search takes for letters what inserts them: it must begin in the insert mode.
        _ = ceditline_bind_command_text(handle, "^R", "i^R")
    }

    /// What libedit says of a key; nil if it is not bound.
    private static func description(of key: String, _ handle: OpaquePointer) -> String? {
        var buffer: UnsafeMutablePointer<CChar>?
        var count = 0
        guard let output = open_memstream(&buffer, &count) else { return nil }
        _ = ceditline_set_stream(handle, STDOUT_FILENO, output)
        // That a key is not bound is said there too.
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

/// What a key that sends an escape sequence does: a command of libedit, or a text that stands for it.
struct KeyAction: Equatable {
    /// The command, in vi's insert mode where that needs another one; or the text, in the notation of `bind -s`.
    var inserting: String
    /// The command in vi's command mode.
    var commanding: String
    /// Whether it is a text.
    var isText = false

    /// A command that is the same everywhere.
    init(_ command: String) { self.init(inserting: command, commanding: command) }

    /// Two commands.
    init(inserting: String, commanding: String) { (self.inserting, self.commanding) = (inserting, commanding) }

    /// What `bind KEY` says a key does, as `"^[[A"  ->  ed-prev-history` or `"^[[5~"  ->  "search ^M"`; nil for more than one.
    init?(description: String) {
        guard description.last == "\n", !description.dropLast().contains("\n"),
            let arrow = description.firstRange(of: "->")
        else { return nil }
        let action = String(description[arrow.upperBound...].drop(while: \.isWhitespace).dropLast())
        guard action.hasPrefix("\""), action.hasSuffix("\""), action.count > 1 else {
            self.init(action)
            return
        }
        // What is shown has no escapes but `^X`, so that a backslash is one.
        self.init(action.dropFirst().dropLast().map { $0 == "\\" ? "\\\\" : String($0) }.joined())
        isText = true
    }
}
