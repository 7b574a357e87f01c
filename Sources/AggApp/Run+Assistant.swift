import AggCommands
import AggMCP
import AggShell
import Synchronization

extension Run {
    /// Serves an assistant on standard input and output until the input ends.
    func serveAssistant(allowsRefresh: Bool) async {
        if terminal.isInteractive {
            let remark = "waiting for an assistant on standard input; press Ctrl-D to stop"
            streams.writeError(Renderer.render(remark: remark, terminal.errorPresentation(session.settings)))
        }
        // While too many responses are unread, nothing reads the input to its end.
        let patience = Patience { StandardStreams.isInputClosed }
        streams.giveUp(if: { [weak interrupts] in interrupts?.endRequest != nil || patience.isOver })
        let server = MCPServer(
            context: context, policy: policy, version: Version.text, allowsRefresh: allowsRefresh,
            channel: .standard(streams, patience))
        await server.run()
        if patience.wasExhausted {
            refuse(
                CommandError(
                    code: "not_read",
                    message: "dropped the remaining responses, because nobody read them for "
                        + "\(Patience.limit.components.seconds) seconds after the end of the input"))
        }
    }
}

/// How long an assistant may leave a response unread once it has ended its input.
final class Patience: Sendable {
    private struct State {
        var end: ContinuousClock.Instant?
        var wasExhausted = false
    }

    static let limit = Duration.seconds(5)

    private let state = Mutex(State())
    private let isInputClosed: @Sendable () -> Bool

    /// Creates patience that also starts if a response is not being read and the input is closed, even if agg has not
    /// read the input to its end.
    init(isInputClosed: @escaping @Sendable () -> Bool) {
        self.isInputClosed = isInputClosed
    }

    /// Starts when the input ends.
    func begin() { state.withLock { $0.end = ContinuousClock.now + Self.limit } }

    /// Starts over with another response, if the input has ended.
    func renew() { state.withLock { if $0.end != nil { $0.end = ContinuousClock.now + Self.limit } } }

    /// Whether a response that is not being read is to be dropped.
    var isOver: Bool {
        state.withLock { state in
            if state.end == nil, isInputClosed() { state.end = ContinuousClock.now + Self.limit }
            if let end = state.end, end < .now { state.wasExhausted = true }
            return state.wasExhausted
        }
    }

    /// Whether a response was dropped.
    var wasExhausted: Bool { state.withLock(\.wasExhausted) }
}

extension MCPServer.Channel {
    /// Standard input and output.
    static func standard(_ streams: StandardStreams, _ patience: Patience? = nil) -> MCPServer.Channel {
        let reader = PlainLineReader(streams: streams)
        return MCPServer.Channel {
            switch await reader.readLine(prompt: "") {
            case .line(let line): return .line(line)
            case .unreadable(let reason): return .unreadable(reason)
            case .interrupted, .endOfInput:
                patience?.begin()
                return .end
            }
        } send: { line in
            patience?.renew()
            return streams.write(line + "\n") == .written && streams.flush() == .written
        }
    }
}
