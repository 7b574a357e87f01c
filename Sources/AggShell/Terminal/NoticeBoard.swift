import AggFiles
import AggCommands
import Glibc
import Synchronization

/// Passes notices for the terminal from any thread to the one that reads a line.
final class NoticeBoard: Sendable {
    private struct State {
        var isReading = false
        var notices: [String] = []
    }

    private let streams: StandardStreams
    private let state = Mutex(State())
    /// Wakes the reader when there is a notice.
    let pipe: WakePipe

    init(streams: StandardStreams, pipe: WakePipe) {
        self.streams = streams
        self.pipe = pipe
    }

    /// Passes the notice, wrapped to the window, to the reader of a line, or writes it if no line is being read.
    func post(_ notice: String) {
        let width = TerminalSize(of: STDOUT_FILENO)?.columns
        let notice = WrappedText.of(streams.legible(notice), width: width)
        state.withLock { state in
            guard state.isReading else {
                streams.write(notice + "\n")
                streams.flush()
                return
            }
            state.notices.append(notice)
            pipe.send(1)
        }
    }

    /// From now on, notices wait for `take`.
    func beginReading() {
        state.withLock { $0.isReading = true }
    }

    /// Returns and removes the waiting notices.
    func take() -> [String] {
        _ = pipe.drain()
        return state.withLock { state in
            defer { state.notices.removeAll() }
            return state.notices
        }
    }

    /// From now on, notices are written at once; waiting ones are written first.
    func endReading() {
        _ = pipe.drain()
        state.withLock { state in
            state.isReading = false
            for notice in state.notices { streams.write(notice + "\n") }
            state.notices.removeAll()
            streams.flush()
        }
    }
}
