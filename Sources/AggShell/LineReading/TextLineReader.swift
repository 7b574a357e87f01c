import Synchronization

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
