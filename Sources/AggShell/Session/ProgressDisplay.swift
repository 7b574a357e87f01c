import AggCommands
package import AggCore
import Synchronization

/// Draws how far a refresh is on standard error, a line a source, and takes it away when it is done.
///
/// Nothing is drawn where standard error is no terminal.
package final class ProgressDisplay: Sendable {
    private struct State {
        var lines: [(source: SourceID, progress: SourceProgress)] = []
        var drawn = 0
        var lastDraw: ContinuousClock.Instant?
    }

    private let streams: StandardStreams
    private let isEnabled: Bool
    private let state = Mutex(State())

    /// Makes a display.
    package init(streams: StandardStreams, isEnabled: Bool) {
        self.streams = streams
        self.isEnabled = isEnabled
    }

    /// Takes an event in; draws at most ten times a second.
    package func show(_ event: RefreshEvent) {
        guard isEnabled else { return }
        state.withLock { state in
            switch event {
            case .started(let id): state.lines.append((id, SourceProgress()))
            case .progressed(let id, let step):
                guard let index = state.lines.firstIndex(where: { $0.source == id }) else { return }
                state.lines[index].progress.take(step)
            case .finished(let outcome): state.lines.removeAll { $0.source == outcome.source }
            }
            let now = ContinuousClock.now
            if let last = state.lastDraw, now - last < .milliseconds(100), state.lines.count == state.drawn { return }
            state.lastDraw = now
            draw(&state)
        }
    }

    /// Takes away what is drawn.
    package func clear() {
        guard isEnabled else { return }
        state.withLock { state in
            state.lines = []
            draw(&state)
            state.lastDraw = nil
        }
    }

    private func draw(_ state: inout State) {
        guard state.drawn > 0 || !state.lines.isEmpty else { return }
        let up = state.drawn > 0 ? "\r\u{1B}[\(state.drawn)A" : "\r"
        let width = (TerminalSize(of: 2)?.columns ?? 80) - 1
        let text = state.lines.map { DisplayWidth.cut("\($0.source)  \($0.progress.text)", to: width) + "\n" }
            .joined()
        streams.writeError(up + "\u{1B}[J" + text)
        state.drawn = state.lines.count
    }
}

/// How far one source is, in words.
struct SourceProgress {
    private var records = 0
    private var received = 0
    private var expected: Int?
    private var remark: String?

    mutating func take(_ step: LoadProgress) {
        remark = nil
        switch step {
        case .bytes(let received, let expected): (self.received, self.expected) = (received, expected)
        case .records(let count): records = count
        case .waiting(let reason, let seconds): remark = "\(reason), waiting \(seconds) s"
        case .committing: remark = "storing"
        }
    }

    var text: String {
        var parts = ["\(records) records", ByteCount.text(received)]
        if let expected, expected > 0 {
            let filled = min(20, received * 20 / expected)
            parts[1] += " of \(ByteCount.text(expected))"
            parts.append("[\(String(repeating: "#", count: filled))\(String(repeating: "-", count: 20 - filled))]")
        }
        if let remark { parts.append(VisibleText.of(remark)) }
        return parts.joined(separator: "  ")
    }
}
