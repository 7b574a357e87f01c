import AggSource
import Synchronization

/// The calls of a client by the id of their request: a few run at once, and the others wait for their turn.
///
/// Responses that have not been sent take up the room of running calls, so for a client that stops reading, agg stops
/// working.
final class RunningCalls: Sendable {
    /// What a call does; returns its response, or nil if the client expects none.
    typealias Body = @Sendable () async -> String?
    /// Sends the response of a call.
    typealias Reply = @Sendable (String?) -> Void

    /// The maximum number of running calls and unsent lines together; beyond it, calls wait.
    static let mostRunning = 16
    /// The maximum number of calls and unsent lines; beyond it, no more requests are read.
    static let mostOpen = 1_000

    private struct Call: Sendable {
        let id: JSONValue
        let body: Body
        let reply: Reply
    }

    /// What the reader of requests waits for.
    private enum Goal {
        case room
        case end
    }

    private struct State: Sendable {
        var running: [JSONValue: Task<Void, Never>] = [:]
        var waiting: [Call] = []
        /// The number of calls that have ended and are sending their response.
        var replying = 0
        /// The number of lines for the client that have not been sent.
        var unsent = 0
        /// Whether all calls were canceled.
        var isEnding = false
        var waiter: (goal: Goal, continuation: CheckedContinuation<Void, Never>)?

        /// The number of calls and lines that take up room.
        var busy: Int { running.count + replying + unsent }

        func hasReached(_ goal: Goal) -> Bool {
            switch goal {
            case .room: isEnding || busy + waiting.count < RunningCalls.mostOpen
            case .end: running.isEmpty && waiting.isEmpty && replying == 0
            }
        }
    }

    private let state = Mutex(State())

    /// Starts a call when there is room for it; returns false if its id is in use.
    ///
    /// The id can be used again as soon as the call replies.
    func start(_ id: JSONValue, _ body: @escaping Body, reply: @escaping Reply) -> Bool {
        state.withLock { state in
            guard state.running[id] == nil, !state.waiting.contains(where: { $0.id == id }) else { return false }
            // After the end, nobody would get the response.
            if !state.isEnding { state.waiting.append(Call(id: id, body: body, reply: reply)) }
            startWaiting(&state)
            return true
        }
    }

    /// Cancels a call; has no effect if it has ended.
    func cancel(_ id: JSONValue) {
        let task = state.withLock { state in
            // One that waits runs as a canceled call, so it ends like any other.
            if let place = state.waiting.firstIndex(where: { $0.id == id }) {
                run(state.waiting.remove(at: place), &state)
            }
            return state.running[id]
        }
        task?.cancel()
    }

    /// Cancels all calls, drops those that wait, and starts no more.
    func cancelAll() {
        let tasks = change { state in
            state.isEnding = true
            state.waiting = []
            return Array(state.running.values)
        }
        for task in tasks { task.cancel() }
    }

    /// Notes that there is a line for the client.
    func noteUnsent() { change { $0.unsent += 1 } }

    /// Notes that a line was sent.
    func noteSent() { change { $0.unsent -= 1 } }

    /// Waits until another request can be accepted; only the reader of requests may wait.
    func room() async { await reach(.room) }

    /// Waits for all calls to end; only the reader of requests may wait.
    func finish() async { await reach(.end) }

    private func reach(_ goal: Goal) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.hasReached(goal) { return true }
                state.waiter = (goal, continuation)
                return false
            }
            if isReached { continuation.resume() }
        }
    }

    /// Changes the state, starts the calls that there is room for now, and wakes the reader if its goal is reached.
    private func change<Value: Sendable>(_ body: @Sendable (inout State) -> Value) -> Value {
        let (value, continuation) = state.withLock { state -> (Value, CheckedContinuation<Void, Never>?) in
            let value = body(&state)
            startWaiting(&state)
            guard let waiter = state.waiter, state.hasReached(waiter.goal) else { return (value, nil) }
            state.waiter = nil
            return (value, waiter.continuation)
        }
        continuation?.resume()
        return value
    }

    private func startWaiting(_ state: inout State) {
        while state.busy < Self.mostRunning, !state.waiting.isEmpty {
            run(state.waiting.removeFirst(), &state)
        }
    }

    private func run(_ call: Call, _ state: inout State) {
        state.running[call.id] = Task {
            let response = await call.body()
            // First, since a client that has the response may use the id again.
            change { state in
                state.running[call.id] = nil
                state.replying += 1
            }
            call.reply(response)
            change { $0.replying -= 1 }
        }
    }
}
