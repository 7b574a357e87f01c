/// What one attempt to read a line ended with.
package enum LineInput: Sendable, Equatable {
    /// A line without its line break.
    case line(String)
    /// A line that is no text, and why as a sentence without its full stop; the next one may be.
    case unreadable(String)
    /// The person pressed Ctrl-C: what was typed is cancelled and the session goes on.
    case interrupted
    /// There are no more lines: Ctrl-D on an empty line, the end of a file, or a terminal that went away.
    case endOfInput
}
