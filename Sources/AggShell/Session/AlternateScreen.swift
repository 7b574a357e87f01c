import Glibc
import Synchronization

/// The screen that `watch` draws on instead of the shell's, which comes back at the end and while Ctrl-Z suspends agg.
///
/// In the background, it draws nothing, since the terminal then shows the shell.
final class AlternateScreen: Sendable {
    private struct State {
        var frame = ""
        var isOpen = false
        var isOver = false
    }

    /// The sequence that switches to the alternate screen, so that the previous contents come back at the end.
    private static let open = "\u{1B}[?1049h\u{1B}[2J"
    /// The sequence that leaves the alternate screen; a terminal without one continues below the last line.
    private static let close = "\n\u{1B}[?1049l"

    private let streams: StandardStreams
    private let state = Mutex(State())

    /// Switches to the alternate screen.
    init(_ streams: StandardStreams) {
        self.streams = streams
        draw("")
    }

    /// Replaces what is drawn.
    func draw(_ frame: String) {
        state.withLock { state in
            state.frame = frame
            show(&state)
        }
    }

    /// Returns to the previous screen for good.
    func end() {
        state.withLock { state in
            hide(&state)
            state.isOver = true
        }
    }

    /// Suspends the process like Ctrl-Z, with the shell's screen, and draws again when it resumes.
    func handle(_ signal: ProcessSignal) {
        state.withLock { state in
            guard !state.isOver else { return }
            if signal == .suspend {
                hide(&state)
                SignalRedirection.stopProcess()
            }
            // After SIGSTOP, the shell has written to this screen.
            state.isOpen = false
            show(&state)
        }
    }

    private func show(_ state: inout State) {
        guard Self.isInForeground else { return }
        write((state.isOpen ? "" : Self.open) + state.frame)
        state.isOpen = true
    }

    private func hide(_ state: inout State) {
        if state.isOpen { write(Self.close) }
        state.isOpen = false
    }

    private func write(_ text: String) {
        streams.write(text)
        streams.flush()
    }

    /// Whether the process may use the terminal; true if there is no job control.
    private static var isInForeground: Bool {
        let group = tcgetpgrp(STDOUT_FILENO)
        return group < 0 || group == getpgrp()
    }
}
