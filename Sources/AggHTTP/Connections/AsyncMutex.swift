import AggSource
import Synchronization

/// A lock for tasks that several can hold at once: the others wait in arrival order, and canceled ones leave the
/// queue.
final class AsyncMutex: Sendable {
    private struct State {
        var limit: Int
        var taken = 0
        var nextTicket = 0
        var waiting: [(ticket: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    }

    private let state: Mutex<State>

    /// Creates a lock that this many tasks may hold at once.
    init(limit: Int = 1) {
        state = Mutex(State(limit: max(1, limit)))
    }

    /// Reduces the limit from now on; current holders keep the lock.
    func narrow(to limit: Int) {
        state.withLock { $0.limit = max(1, min($0.limit, limit)) }
    }

    /// Waits for the lock; every `lock` that returns must be followed by one `unlock`.
    ///
    /// - Throws: `SourceError.cancelled`, without taking the lock.
    func lock() async throws(SourceError) {
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        let isMine = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    // Checked while locked: a later cancellation finds the ticket in the queue.
                    if Task.isCancelled { return false }
                    guard state.taken >= state.limit || !state.waiting.isEmpty else {
                        state.taken += 1
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

    /// Passes the lock to the task that has waited longest.
    func unlock() {
        let next = state.withLock { state in
            state.taken -= 1
            guard state.taken < state.limit, !state.waiting.isEmpty else {
                return nil as CheckedContinuation<Bool, Never>?
            }
            state.taken += 1
            return state.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }

    /// The number of waiting tasks.
    var queueLength: Int { state.withLock { $0.waiting.count } }

    private func leave(_ ticket: Int) {
        let left = state.withLock { state in
            state.waiting.firstIndex { $0.ticket == ticket }.map { state.waiting.remove(at: $0).continuation }
        }
        left?.resume(returning: false)
    }
}
