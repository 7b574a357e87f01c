package import Dispatch
import Foundation
import Synchronization

/// The program's main thread, as the executor of the tasks that run commands.
///
/// A command that only reads then needs no other thread: creating the pool's threads and switching between them would
/// take a tenth of the time of a short command. Work that runs in parallel starts in tasks of its own, which run in the
/// pool as usual.
package final class MainThread: TaskExecutor {
    private let waiting = Mutex<[UnownedJob]>([])
    private let arrived = DispatchSemaphore(value: 0)

    private static let running = Mutex<(executor: MainThread, thread: pthread_t)?>(nil)

    /// The executor if the caller is on the main thread and `run` was called; otherwise, nil.
    package static var current: MainThread? {
        running.withLock { running in
            guard let running, pthread_equal(running.thread, pthread_self()) != 0 else { return nil }
            return running.executor
        }
    }

    /// Runs work that ends the process, and the tasks that prefer this executor, on the caller's thread.
    package static func run(_ work: @escaping @Sendable () async -> Never) -> Never {
        let executor = MainThread()
        running.withLock { $0 = (executor, pthread_self()) }
        Task(executorPreference: executor) { await work() }
        while true { executor.runNext() }
    }

    /// Does work that blocks its thread: on the main thread if the caller is on it, otherwise on a queue.
    package static func wait<Value: Sendable>(
        orOn queue: DispatchQueue, for work: @escaping @Sendable () -> Value
    ) async -> Value {
        guard current == nil else { return work() }
        return await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work()) }
        }
    }

    /// Adds a job to those that run in order.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        waiting.withLock { $0.append(job) }
        arrived.signal()
    }

    private func runNext() {
        arrived.wait()
        waiting.withLock { $0.removeFirst() }.runSynchronously(on: asUnownedTaskExecutor())
    }
}
