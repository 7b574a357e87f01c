import AggCommands
import Glibc

/// The terminal of a live search: its modes, and the frame that is drawn under the cursor and taken away again.
struct LiveScreen {
    private let streams: StandardStreams
    private let output: LiveOutput
    private let modes: TerminalModes
    private let style: Style
    private var cursorColumn = 0
    private var isDrawn = false

    init(streams: StandardStreams, output: LiveOutput, modes: TerminalModes, style: Style) {
        self.streams = streams
        self.output = output
        self.modes = modes
        self.style = style
    }

    /// Gives the search the modes it reads keys in.
    func take() {
        modes.setKeys()
        write(PastedText.marksOn)
    }

    /// Takes the frame away, and gives the terminal the modes it was found in.
    mutating func giveBack() {
        erase()
        write(PastedText.marksOff)
        modes.restore()
    }

    mutating func draw(_ state: LiveState) {
        let size = output.size ?? TerminalSize(columns: 80, rows: 24)
        let frame = LiveFrame(state, size: size, style: style)
        erase(columns: size.columns)
        let up = frame.lines.count - 1
        write(
            frame.lines.joined(separator: "\n") + (up > 0 ? "\u{1B}[\(up)A" : "") + "\r"
                + (frame.cursorColumn > 0 ? "\u{1B}[\(frame.cursorColumn)C" : ""))
        cursorColumn = frame.cursorColumn
        isDrawn = true
    }

    /// Writes lines that stay, in the place of the frame.
    mutating func leave(_ text: String) {
        erase()
        write(text)
    }

    /// Clears from the first row of the frame on; in a window that has become narrower the cursor's line is wrapped.
    private mutating func erase(columns: Int? = nil) {
        let up = isDrawn ? cursorColumn / max(1, columns ?? Int.max) : 0
        write("\r" + (up > 0 ? "\u{1B}[\(up)A" : "") + "\u{1B}[J")
        isDrawn = false
    }

    private func write(_ text: String) {
        output.write(text, streams)
    }
}
