import AggFiles
package import AggCommands
import AggStorage
import Dispatch
import Glibc

/// The terminal during a live search: its modes, and the frame drawn below the cursor and removed at the end.
struct LiveScreen {
    private let streams: StandardStreams
    private let output: LiveOutput
    private let modes: TerminalModes
    private let style: Style
    private var cursorColumn = 0
    private var isDrawn = false

    /// Makes the terminal cut off a row that is wider than expected, which would otherwise take two rows of the screen
    /// and shift the next frame; `wrappingOn` ends that.
    private static let wrappingOff = "\u{1B}[?7l"
    private static let wrappingOn = "\u{1B}[?7h"

    init(streams: StandardStreams, output: LiveOutput, modes: TerminalModes, style: Style) {
        self.streams = streams
        self.output = output
        self.modes = modes
        self.style = style
    }

    /// Sets the terminal modes for reading keys.
    func take() {
        modes.setKeys()
        write(PastedText.marksOn)
    }

    /// Removes the frame and restores the terminal modes; a stalled terminal may have lost the end of the last frame.
    mutating func giveBack() {
        erase()
        write(Self.wrappingOn + PastedText.marksOff)
        modes.restore()
    }

    mutating func draw(_ state: LiveState) {
        let size = size
        let frame = LiveFrame(state, size: size, style: style)
        erase(columns: size.columns)
        let up = frame.lines.count - 1
        // One write, so that wrapping is on again whatever ends the search.
        write(
            Self.wrappingOff + frame.lines.joined(separator: "\n") + Self.wrappingOn
                + (up > 0 ? "\u{1B}[\(up)A" : "") + "\r"
                + (frame.cursorColumn > 0 ? "\u{1B}[\(frame.cursorColumn)C" : ""))
        cursorColumn = frame.cursorColumn
        isDrawn = true
    }

    /// The width of the preview in this window; nil if there is no room for one.
    var previewWidth: Int? { LiveLayout(size).previewWidth }

    /// The columns and rows for a map in this window.
    var mapSize: (columns: Int, rows: Int) {
        let layout = LiveLayout(size)
        return (layout.width, layout.room)
    }

    private var size: TerminalSize { output.size ?? TerminalSize(columns: 80, rows: 24) }

    /// Replaces the frame with permanent text.
    mutating func leave(_ text: String) {
        erase()
        write(text)
    }

    /// Clears the screen from the first row of the frame; in a window that has become narrower, the cursor's line is
    /// wrapped.
    private mutating func erase(columns: Int? = nil) {
        let up = isDrawn ? cursorColumn / max(1, columns ?? Int.max) : 0
        write("\r" + (up > 0 ? "\u{1B}[\(up)A" : "") + "\u{1B}[J")
        isDrawn = false
    }

    private func write(_ text: String) {
        output.write(text, streams)
    }
}

/// The stream that a live search is drawn on: standard output or, if that is redirected, standard error.
package enum LiveOutput: Int32, CaseIterable, Sendable {
    case standardOutput = 1
    case standardError = 2

    /// The first of the two that is a terminal; nil if neither is, or if standard input is not a terminal.
    package static var ofShell: LiveOutput? {
        isTerminal(STDIN_FILENO) ? allCases.first { isTerminal($0.rawValue) } : nil
    }

    var size: TerminalSize? { TerminalSize(of: rawValue) }

    func write(_ text: String, _ streams: StandardStreams) {
        switch self {
        case .standardOutput:
            streams.writeRemark(text)
            streams.flush()
        case .standardError: streams.writeError(text)
        }
    }

    /// Runs a live search on the terminal of a shell, without a session.
    package func live(
        _ search: LiveSearch, streams: StandardStreams, interrupts: InterruptMonitor, style: Style
    ) async -> LiveSearch.End {
        if let refusal { return refusal }
        guard let wake = WakePipe() else { return .left }
        let notices = NoticeBoard(streams: streams, pipe: wake)
        return await MainThread.wait(orOn: DispatchQueue(label: "agg.live")) {
            let terminal = LiveTerminal(
                search, typedAhead: InputDecoder(), streams: streams, interrupts: interrupts, notices: notices,
                output: self, style: style)
            return terminal?.run() ?? .left
        }
    }

    /// The end of a search that cannot start because the window is too narrow; nil if it can.
    var refusal: LiveSearch.End? {
        size.flatMap { $0.columns < LiveSearch.leastColumns ? .tooNarrow($0.columns) : nil }
    }
}
