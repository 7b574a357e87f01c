import AggCommands
package import AggCore
import AggSource
import Synchronization

/// Shows the progress of a refresh on standard error, one line per source, and removes it when done.
///
/// Draws nothing if standard error is not a terminal.
package final class ProgressDisplay: Sendable {
    private struct State {
        var lines: [(source: SourceID, progress: SourceProgress, since: ContinuousClock.Instant)] = []
        /// The number of terminal rows in use.
        var drawn = 0
        var lastDraw: ContinuousClock.Instant?
        /// Redraws twice a second until everything is removed, so that times advance even if a server is silent.
        var ticker: Task<Void, Never>?
        /// The number of rows of an answer shown before it is complete.
        var previewRows = 0
        /// Whether something else fills the screen; the work in `waiting` is done afterward.
        var isCovered = false
        var waiting: [@Sendable () -> Void] = []
    }

    private let streams: StandardStreams
    /// Whether it draws and removes anything.
    let isEnabled: Bool
    private let size: TerminalSize?
    private let state = Mutex(State())

    /// Creates a display; by default it uses the terminal's current size.
    package init(streams: StandardStreams, isEnabled: Bool, size: TerminalSize? = nil) {
        self.streams = streams
        self.isEnabled = isEnabled
        self.size = size
    }

    /// Handles an event; draws at most ten times a second.
    package func show(_ event: RefreshEvent) {
        guard isEnabled else { return }
        state.withLock { state in
            switch event {
            case .changed(let id, let transition):
                if transition.state == .loading {
                    _ = line(of: id, &state)
                } else {
                    state.lines.removeAll { $0.source == id }
                }
            case .progressed(let id, let step):
                let index = line(of: id, &state)
                state.lines[index].progress.take(step)
            case .finished(let outcome): state.lines.removeAll { $0.source == outcome.source }
            case .inspected(let id): state.lines.removeAll { $0.source == id }
            }
            let now = ContinuousClock.now
            if case .progressed = event, let last = state.lastDraw, now - last < .milliseconds(100) { return }
            state.lastDraw = now
            draw(&state)
        }
    }

    /// The index of a source's line; adds one if necessary.
    private func line(of id: SourceID, _ state: inout State) -> Int {
        if let index = state.lines.firstIndex(where: { $0.source == id }) { return index }
        state.lines.append((id, SourceProgress(), .now))
        state.ticker = state.ticker ?? Task { [weak self] in await Self.tick { self } }
        return state.lines.count - 1
    }

    /// Remembers a partial answer that was written before the rest of it is available.
    package func remember(preview text: String) {
        guard isEnabled, let size = size ?? TerminalSize(of: 1) else { return }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        let rows = lines.reduce(0) { $0 + max(1, (WithoutColors.width(of: $1) + size.columns - 1) / size.columns) }
        // What has scrolled out of the window cannot be removed.
        state.withLock { $0.previewRows = rows < size.rows ? rows : 0 }
    }

    /// Removes the display; removes the preview of an answer only if the complete answer follows.
    package func clear(answerFollows: Bool = false) {
        guard isEnabled else { return }
        state.withLock { state in
            state.ticker?.cancel()
            state.ticker = nil
            state.lines = []
            draw(&state)
            state.lastDraw = nil
            if answerFollows, state.previewRows > 0 { streams.writeError("\r\u{1B}[\(state.previewRows)A\u{1B}[J") }
            state.previewRows = 0
        }
    }

    /// Hides the display during work that writes to the terminal, then redraws it.
    package func aside(_ body: @escaping @Sendable () -> Void) {
        state.withLock { state in
            guard !state.isCovered else { return state.waiting.append(body) }
            // What is written now is below the preview, which can no longer be removed.
            state.previewRows = 0
            guard state.drawn > 0 else { return body() }
            let lines = state.lines
            state.lines = []
            draw(&state)
            body()
            streams.flush()
            state.lines = lines
            draw(&state)
        }
    }

    /// Delays the work of `aside` while something else fills the screen; afterward, does the delayed work.
    func cover(_ isCovered: Bool) {
        state.withLock { state in
            state.isCovered = isCovered
            guard !isCovered else { return }
            for body in state.waiting { body() }
            state.waiting = []
        }
    }

    private static func tick(_ display: () -> ProgressDisplay?) async {
        while (try? await Task.sleep(for: .milliseconds(500))) != nil, let display = display() {
            display.state.withLock { if $0.drawn > 0 { display.draw(&$0) } }
        }
    }

    private func draw(_ state: inout State) {
        guard state.drawn > 0 || !state.lines.isEmpty else { return }
        let size = size ?? TerminalSize(of: 2) ?? TerminalSize(columns: 80, rows: 24)
        // What has scrolled off the top of the window cannot be removed.
        let up = min(state.drawn, size.rows - 1)
        let lines = Self.fitting(state.lines.map { "\($0.source)  \($0.progress.text(for: .now - $0.since))" }, size)
        let text = lines.map { DisplayWidth.cut($0, to: size.columns - 1) + "\n" }.joined()
        streams.writeError((up > 0 ? "\r\u{1B}[\(up)A" : "\r") + "\u{1B}[J" + text)
        state.drawn = lines.count
    }

    /// The lines that fit above the cursor in the window; if some do not fit, the last line counts them.
    private static func fitting(_ lines: [String], _ size: TerminalSize) -> [String] {
        let room = max(1, size.rows - 1)
        guard lines.count > room else { return lines }
        return lines.prefix(room - 1) + ["… and \(lines.count - room + 1) more sources"]
    }
}

/// The progress of one source, in words.
struct SourceProgress {
    private var records = 0
    private var received = 0
    private var expected: Int?
    private var remark: String? = "waiting for a response"

    mutating func take(_ step: LoadProgress) {
        remark = nil
        switch step {
        case .bytes(let received, let expected): (self.received, self.expected) = (received, expected)
        case .records(let count): records = count
        case .waiting, .committing: remark = step.text
        }
    }

    func text(for time: Duration) -> String {
        var parts = [records == 1 ? "1 record" : "\(records) records"]
        if let expected, expected > 0 {
            let filled = min(20, received * 20 / expected)
            parts += [
                "\(ByteCount.text(received)) of \(ByteCount.text(expected))",
                "[\(String(repeating: "#", count: filled))\(String(repeating: "-", count: 20 - filled))]",
            ]
        } else if received > 0 {
            parts.append(ByteCount.text(received))
        }
        parts.append("\(time.components.seconds) s")
        if let remark { parts.append(VisibleText.of(remark)) }
        return parts.joined(separator: "  ")
    }
}
