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
