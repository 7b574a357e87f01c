import Synchronization

/// Where the lines of a session or a script come from.
package protocol LineReader: Sendable {
    /// Shows the prompt where there is somebody to see it, and waits for one line.
    ///
    /// One line is read at a time: the next call begins after the answer to the last.
    func readLine(prompt: String) async -> LineInput

    /// Shows a notice above the prompt and leaves the line being typed as it was.
    ///
    /// May be called from any task or thread, also while a line is being read. When none is being read the notice is
    /// written at once.
    func announce(_ notice: String)
}

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

/// Gives the lines of a text, such as the commands of `-c`.
package final class TextLineReader: LineReader {
    private let lines: Mutex<ArraySlice<Substring>>
    private let streams: StandardStreams

    /// Makes a reader of a text.
    package init(_ text: String, streams: StandardStreams) {
        lines = Mutex(text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }[...])
        self.streams = streams
    }

    /// The next line, or the end.
    package func readLine(prompt: String) async -> LineInput {
        lines.withLock { $0.popFirst() }.map { .line(String($0)) } ?? .endOfInput
    }

    /// Writes the notice to standard error.
    package func announce(_ notice: String) {
        streams.writeError(notice + "\n")
    }
}
