import CEditLine
import Glibc

/// Converts the events of the terminal into keys for libedit.
extension EditLineSession {
    /// What libedit asks for below the line while it reads a key.
    enum Question {
        /// An incremental search.
        case search
        /// The pattern of a search with the vi keys.
        case pattern
        /// A command of libedit.
        case command
    }

    /// The current question, recognized by what libedit has put after the line.
    var question: Question? {
        let line = EditedLine(handle).scalars
        guard let lineBreak = line.lastIndex(of: "\n"), lineBreak + 1 < line.count else { return nil }
        switch line[lineBreak + 1] {
        case "/", "?": return .pattern
        case ":": return .command
        default: return .search
        }
    }

    /// Removes the next key from the queue.
    ///
    /// libedit discards a key that has no meaning after an escape; that must not happen to a paste.
    func nextKey() -> Key? {
        guard let next = queue.first else { return nil }
        let isBehindEscape = isAfterEscape
        isAfterEscape = false
        switch next {
        case .scalar(let scalar): isAfterEscape = scalar == "\u{1B}"
        case .insert, .action: if isBehindEscape { return .action(KeyAction(EditLineCommand.nothing)) }
        case .enter: break
        }
        return queue.popFirst()
    }

    /// The keys for an escape; `isLate` means that nothing followed it for a while.
    func keysForEscape(isLate: Bool) -> [Key] {
        let question = question
        let isAlt = isVi ? isAltKey : !isLate
        if isQuoting || question == .pattern || question == .command { return [.scalar("\u{1B}")] }
        if isVi, !isAlt, EditLineKeys.escapeLeavesInsertMode(handle) {
            // If it is a prefix of a longer key, libedit would wait for more and discard the next key.
            return [.action(KeyAction(inserting: EditLineCommand.viEscape, commanding: EditLineCommand.nothing))]
        }
        // A search ends at the escape and treats what follows as letters.
        let end: [Key] = question == .search && isAlt ? [.action(KeyAction(EditLineCommand.nothing))] : []
        return end + [.scalar("\u{1B}")]
    }

    /// The keys for an escape and the start of a sequence: the Escape key, if it does anything.
    func keysForBrokenSequence() -> [Key] {
        switch question {
        case nil: isVi ? keysForEscape(isLate: true) : []
        case .search: keysForEscape(isLate: true)
        // Here it would run the line that was found.
        case .pattern, .command: []
        }
    }

    /// Whether the character after an escape has a meaning with it.
    private var isAltKey: Bool {
        guard let byte = decoder.first, byte < 0x80 else { return false }
        return EditLineKeys.action(for: String(Unicode.Scalar(byte)), handle) != nil
    }

    /// The keys for an escape sequence.
    func keys(for sequence: String) -> [Key] {
        if isQuoting { return (["\u{1B}"] + Array(sequence.unicodeScalars)).map { .scalar($0) } }
        guard let action = EditLineKeys.action(for: sequence, handle) else { return [] }
        // In vi's command mode, libedit moves to the last character even if the line is empty.
        if isVi, action.commanding == "ed-move-to-end", EditedLine(handle).scalars.isEmpty { return [] }
        var keys: [Key] = [.action(action)]
        if isVi, ["ed-prev-history", "ed-next-history"].contains(action.inserting) {
            // The vi keys move to the start of an earlier line, which is not where typing should continue.
            keys.append(.action(KeyAction(inserting: EditLineCommand.end, commanding: EditLineCommand.nothing)))
        }
        switch question {
        case nil, .search: return keys
        case .pattern: return [.enter] + keys
        case .command: return []
        }
    }

    /// The keys for a paste.
    ///
    /// Only its first line may be blank, if it ends the line typed before: the terminal driver has turned CR LF into
    /// two line breaks.
    func keys(for text: PastedText) -> [Key] {
        if isQuoting || question == .pattern || question == .command {
            return (text.lines + [text.rest]).joined(separator: " ").unicodeScalars.map { .scalar($0) }
        }
        var keys: [Key] = []
        for (index, line) in text.lines.enumerated() where index == 0 || !line.isEmpty {
            keys += line.isEmpty ? [.enter] : [.insert(line), .enter]
        }
        return text.rest.isEmpty ? keys : keys + [.insert(text.rest)]
    }

    /// The character to pass to libedit for a key.
    func code(of key: Key) -> wchar_t {
        switch key {
        case .scalar(let scalar): return wchar_t(scalar.value)
        case .enter: return wchar_t(UInt8(ascii: "\n"))
        case .insert(let text):
            textToInsert = text
            return EditLineKeys.insert
        case .action(let action):
            EditLineKeys.bind(action, handle)
            return EditLineKeys.action
        }
    }

    /// Whether the Escape key by itself changes nothing, so that the rest of a sequence may arrive slowly.
    var awaitsMoreAfterEscape: Bool {
        !isVi && question == nil && EditLineKeys.escapeIsPrefix(handle)
    }

    /// Whether Ctrl-R would just fetch the last line, because it finds one that contains the typed text and there is
    /// none.
    var lacksTextToFind: Bool {
        !canMoveUp && !isQuoting && EditedLine(handle).scalars.isEmpty && EditLineKeys.searchNeedsText(handle)
    }

    /// Whether the vi keys are in use.
    var isVi: Bool { ceditline_is_vi(handle) == 1 }

    /// Whether the next character is taken literally: libedit disables the terminal's signals for that.
    private var isQuoting: Bool {
        var modes = termios()
        return tcgetattr(STDIN_FILENO, &modes) == 0 && modes.c_lflag & tcflag_t(ISIG) == 0
    }
}
