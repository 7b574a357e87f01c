import AggCore
import Synchronization

/// A lock for tasks: one holds it, the others wait in the order in which they came, and a cancelled one leaves the queue.
final class Turn: Sendable {
    private struct State {
        var isTaken = false
        var nextTicket = 0
        var waiting: [(ticket: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    }

    private let state = Mutex(State())

    /// Waits for the turn; every `take` that returns is followed by one `pass`.
    ///
    /// - Throws: `SourceError.cancelled`, the turn not taken.
    func take() async throws(SourceError) {
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        let isMine = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    // Asked under the lock: a cancel that comes later finds the ticket in the queue.
                    if Task.isCancelled { return false }
                    guard state.isTaken else {
                        state.isTaken = true
                        return true
                    }
                    state.waiting.append((ticket, continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            leave(ticket)
        }
        guard isMine else { throw .cancelled }
    }

    /// Hands the turn to whoever has waited longest.
    func pass() {
        let next = state.withLock { state in
            if state.waiting.isEmpty {
                state.isTaken = false
                return nil as CheckedContinuation<Bool, Never>?
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }

    /// How many wait.
    var queueLength: Int { state.withLock { $0.waiting.count } }

    private func leave(_ ticket: Int) {
        let left = state.withLock { state in
            state.waiting.firstIndex { $0.ticket == ticket }.map { state.waiting.remove(at: $0).continuation }
        }
        left?.resume(returning: false)
    }
}
