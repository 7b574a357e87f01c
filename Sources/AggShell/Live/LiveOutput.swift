package import AggCommands
import Dispatch
import Glibc

/// The stream that a live search is drawn on: standard output or, if that is a pipe, standard error.
package enum LiveOutput: Int32, CaseIterable, Sendable {
    case standardOutput = 1
    case standardError = 2

    /// The first of the two that is a terminal; nil if neither is, or if nobody can type.
    package static var ofShell: LiveOutput? {
        isTerminal(STDIN_FILENO) ? allCases.first { isTerminal($0.rawValue) } : nil
    }

    var size: TerminalSize? { TerminalSize(of: rawValue) }

    func write(_ text: String, _ streams: StandardStreams) {
        switch self {
        case .standardOutput:
            streams.write(text)
            streams.flush()
        case .standardError: streams.writeError(text)
        }
    }

    /// Searches while the person types at the terminal of a shell, without a session.
    package func live(
        _ search: LiveSearch, streams: StandardStreams, interrupts: InterruptMonitor, style: Style
    ) async -> LiveSearch.End {
        if let refusal { return refusal }
        guard let wake = WakePipe() else { return .left }
        let notices = NoticeBoard(streams: streams, pipe: wake)
        return await withCheckedContinuation { continuation in
            DispatchQueue(label: "agg.live").async {
                let terminal = LiveTerminal(
                    search, typedAhead: InputDecoder(), streams: streams, interrupts: interrupts, notices: notices,
                    output: self, style: style)
                continuation.resume(returning: terminal?.run() ?? .left)
            }
        }
    }

    /// The end of a search that cannot begin, in a window that is too narrow; nil if it can.
    var refusal: LiveSearch.End? {
        size.flatMap { $0.columns < LiveSearch.leastColumns ? .tooNarrow($0.columns) : nil }
    }
}
