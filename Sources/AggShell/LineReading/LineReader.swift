import Synchronization

/// The source of the lines of a session or a script.
package protocol LineReader: Sendable {
    /// Shows the prompt, if anyone can see it, and waits for one line.
    ///
    /// Lines are read one at a time: the next call starts after the previous one has returned.
    func readLine(prompt: String) async -> LineInput

    /// The same for a line that continues earlier ones, which completion takes into account.
    func readLine(prompt: String, after earlier: String) async -> LineInput

    /// Drops what was pasted or typed after the last line but not submitted yet, because Ctrl-C interrupted that line's
    /// command.
    func dropTypedAhead() async

    /// Keeps a command in the history, if there is one; answers to questions are not kept.
    func remember(_ line: String) async

    /// Shows a notice above the prompt without disturbing the line being typed.
    ///
    /// May be called from any task or thread, even while a line is being read. Otherwise the notice is written at once.
    func announce(_ notice: String)

    /// The next line if it is already available, as in a file; nil if reading it would wait.
    func readyLine() -> LineInput?
}

extension LineReader {
    /// The next line, whatever the earlier ones are.
    package func readLine(prompt: String, after earlier: String) async -> LineInput { await readLine(prompt: prompt) }

    /// Does nothing.
    package func dropTypedAhead() async {}

    /// Does nothing.
    package func remember(_ line: String) async {}

    /// Nil, because a person types the next line after seeing the answer to this one.
    package func readyLine() -> LineInput? { nil }
}

/// The result of an attempt to read a line.
package enum LineInput: Sendable, Equatable {
    /// A line without its line break.
    case line(String)
    /// A line that is not text, with the reason as a sentence without the final period; the next line may be readable.
    case unreadable(String)
    /// The user pressed Ctrl-C: the typed text is discarded, and the session continues.
    case interrupted
    /// There are no more lines: Ctrl-D on an empty line, the end of a file, or a closed terminal.
    case endOfInput
}

/// Returns the lines of a text, such as the commands of `-c`.
package final class TextLineReader: LineReader {
    private let lines: Mutex<ArraySlice<Substring>>
    private let streams: StandardStreams

    /// Creates a reader of a text.
    package init(_ text: String, streams: StandardStreams) {
        lines = Mutex(text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }[...])
        self.streams = streams
    }

    /// The next line, or the end.
    package func readLine(prompt: String) async -> LineInput {
        lines.withLock { $0.popFirst() }.map { .line(String($0)) } ?? .endOfInput
    }

    /// The next line; nil at the end.
    package func readyLine() -> LineInput? {
        lines.withLock { $0.popFirst() }.map { .line(String($0)) }
    }

    /// Writes the notice to standard error.
    package func announce(_ notice: String) {
        streams.writeError(notice + "\n")
    }
}
