import Dispatch
import Synchronization

/// Waits on the current thread for an asynchronous answer, for so long at most.
///
/// This is the one place where a thread waits for a task: libedit asks for a completion in a plain function. It must be
/// called on a thread of the caller's own, never on one of the task pool.
func blockingWait<Answer: Sendable>(
    atMost limit: DispatchTimeInterval, for answer: @escaping @Sendable () async -> Answer
) -> Answer? {
    let box = AnswerBox<Answer>()
    let arrived = DispatchSemaphore(value: 0)
    let task = Task.detached(priority: .userInitiated) {
        let value = await answer()
        box.value.withLock { $0 = value }
        arrived.signal()
    }
    guard arrived.wait(timeout: .now() + limit) == .success else {
        task.cancel()
        return nil
    }
    return box.value.withLock { $0 }
}

private final class AnswerBox<Answer: Sendable>: Sendable {
    let value = Mutex<Answer?>(nil)
}
