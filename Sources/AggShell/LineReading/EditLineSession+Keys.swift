import CEditLine
import Glibc

/// What the events of the terminal are as keys for libedit.
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

    /// The question that is open, told by what libedit has put behind the line.
    var question: Question? {
        let line = EditedLine(handle).scalars
        guard let lineBreak = line.lastIndex(of: "\n"), lineBreak + 1 < line.count else { return nil }
        switch line[lineBreak + 1] {
        case "/", "?": return .pattern
        case ":": return .command
        default: return .search
        }
    }

    /// Takes the next key from the queue.
    ///
    /// libedit takes away what follows an escape and has no meaning with it, which must not be a paste.
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

    /// The keys that an escape stands for, with `isLate` when nothing followed it for a while.
    func keysForEscape(isLate: Bool) -> [Key] {
        let question = question
        let isAlt = isVi ? isAltKey : !isLate
        if isQuoting || question == .pattern || question == .command { return [.scalar("\u{1B}")] }
        if isVi, !isAlt, EditLineKeys.escapeLeavesInsertMode(handle) {
            // Where a longer key begins with it, libedit would wait for more and take away the key that follows.
            return [.action(KeyAction(inserting: EditLineCommand.viEscape, commanding: EditLineCommand.nothing))]
        }
        // A search takes the escape for its end, and what follows for letters.
        let end: [Key] = question == .search && isAlt ? [.action(KeyAction(EditLineCommand.nothing))] : []
        return end + [.scalar("\u{1B}")]
    }

    /// The keys that an escape and the beginning of a sequence stand for: the Escape key, where that does something.
    func keysForBrokenSequence() -> [Key] {
        switch question {
        case nil: isVi ? keysForEscape(isLate: true) : []
        case .search: keysForEscape(isLate: true)
        // Here it would run the line that is found.
        case .pattern, .command: []
        }
    }

    /// Whether the character behind an escape has a meaning with it.
    private var isAltKey: Bool {
        guard let byte = decoder.first, byte < 0x80 else { return false }
        return EditLineKeys.action(for: String(Unicode.Scalar(byte)), handle) != nil
    }

    /// The keys that an escape sequence stands for.
    func keys(for sequence: String) -> [Key] {
        if isQuoting { return (["\u{1B}"] + Array(sequence.unicodeScalars)).map { .scalar($0) } }
        guard let action = EditLineKeys.action(for: sequence, handle) else { return [] }
        // In the command mode of vi there is no last character to go to, and libedit goes there nevertheless.
        if isVi, action.commanding == "ed-move-to-end", EditedLine(handle).scalars.isEmpty { return [] }
        var keys: [Key] = [.action(action)]
        if isVi, ["ed-prev-history", "ed-next-history"].contains(action.inserting) {
            // The vi keys go to the beginning of an earlier line, which is no place to go on typing.
            keys.append(.action(KeyAction(inserting: EditLineCommand.end, commanding: EditLineCommand.nothing)))
        }
        switch question {
        case nil, .search: return keys
        case .pattern: return [.enter] + keys
        case .command: return []
        }
    }

    /// The keys a paste stands for.
    ///
    /// Only its first line may be blank, where it ends the line that was typed before: the terminal's driver has made
    /// two line breaks of CR LF.
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

    /// The character that libedit gets for a key.
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

    /// Whether the Escape key changes nothing by itself: then a sequence may come as slowly as it likes.
    var awaitsMoreAfterEscape: Bool {
        !isVi && question == nil && EditLineKeys.escapeIsPrefix(handle)
    }

    /// Whether the keys are those of vi.
    var isVi: Bool { ceditline_is_vi(handle) == 1 }

    /// Whether the next character is to be taken as it is: libedit takes the terminal's signals away for that.
    private var isQuoting: Bool {
        var modes = termios()
        return tcgetattr(STDIN_FILENO, &modes) == 0 && modes.c_lflag & tcflag_t(ISIG) == 0
    }
}
