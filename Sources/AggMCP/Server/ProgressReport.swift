import AggCommands
import AggCore
import AggSource
import Synchronization

/// Notifies a client of the progress of a refresh, if it asked for that.
final class ProgressReport: Sendable {
    private struct State {
        var count: Int64 = 0
        var last: ContinuousClock.Instant?
    }

    private let token: JSONValue
    private let send: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// Creates a report; nil if the request has no progress token.
    init?(for request: Message.Request, send: @escaping @Sendable (String) -> Void) {
        guard let token = request.parameters["_meta"]?["progressToken"], !token.isNull else { return nil }
        self.token = token
        self.send = send
    }

    /// Sends a notification about an event, up to ten times a second unless a source starts or finishes.
    func show(_ event: RefreshEvent) {
        guard let text = Self.text(of: event) else { return }
        state.withLock { state in
            let now = ContinuousClock.now
            if case .progressed = event, let last = state.last, now - last < .milliseconds(100) { return }
            state.last = now
            state.count += 1
            let parameters: JSONValue = [
                "progressToken": token, "progress": .integer(state.count), "message": .string(text),
            ]
            let notification: JSONValue = [
                "jsonrpc": "2.0", "method": "notifications/progress", "params": parameters,
            ]
            send(notification.text)
        }
    }

    private static func text(of event: RefreshEvent) -> String? {
        switch event {
        case .changed(let id, let transition): transition.state == .loading ? "\(id): started" : nil
        case .progressed(let id, let step): "\(id): \(step.text)"
        case .finished(let outcome): "\(outcome.source): \(outcome.result.rawValue)"
        case .inspected: nil
        }
    }
}
