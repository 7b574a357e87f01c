import AggSource
import Synchronization

/// The running calls, by the id of their request, so a client can cancel one.
final class RunningCalls: Sendable {
    private let tasks = Mutex<[JSONValue: Task<Void, Never>]>([:])

    /// Starts a call; returns false if its id is in use.
    func start(_ id: JSONValue, _ body: @escaping @Sendable () async -> Void) -> Bool {
        tasks.withLock { tasks in
            guard tasks[id] == nil else { return false }
            tasks[id] = Task {
                await body()
                self.tasks.withLock { $0[id] = nil }
            }
            return true
        }
    }

    /// Cancels a call; has no effect if it has ended.
    func cancel(_ id: JSONValue) {
        tasks.withLock { $0[id] }?.cancel()
    }

    /// Waits for all calls to end; if the waiting task is canceled, so are the calls.
    func finish() async {
        await withTaskCancellationHandler {
            for task in tasks.withLock({ Array($0.values) }) { await task.value }
        } onCancel: {
            for task in tasks.withLock({ Array($0.values) }) { task.cancel() }
        }
    }
}
