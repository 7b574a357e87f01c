import Synchronization

/// The responses to the messages of a batch, sent as one array when all are known.
final class BatchReply: Sendable {
    private struct State {
        var missing: Int
        var responses: [String] = []
    }

    private let state: Mutex<State>
    private let send: @Sendable (String) -> Void

    /// Creates the reply to a batch; `send` sends its line.
    init(to messages: [Message], send: @escaping @Sendable (String) -> Void) {
        let expected = messages.filter { message in
            switch message {
            case .request, .invalid: true
            case .notification, .response, .batch: false
            }
        }
        state = Mutex(State(missing: expected.count))
        self.send = send
    }

    /// Adds a response, or nil for a canceled request; after the last one, the reply is sent unless it is empty.
    func add(_ response: String?) {
        let line = state.withLock { state -> String? in
            state.missing -= 1
            if let response { state.responses.append(response) }
            guard state.missing == 0, !state.responses.isEmpty else { return nil }
            return "[\(state.responses.joined(separator: ","))]"
        }
        line.map(send)
    }
}
