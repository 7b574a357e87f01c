import Dispatch
import Synchronization

/// The threads that wait for a store, separate from the pool shared by all tasks: the pool has only one thread per core,
/// so two long reads on two cores would block everything else.
///
/// Jobs start in order, a few at a time; waiting jobs use no thread. Each queue is serial because only serial queues are
/// guaranteed a thread, however many others are busy.
package final class StoreExecutor: TaskExecutor {
    /// The executor for reading files, wide enough to run short reads alongside long ones.
    package static let files = StoreExecutor(width: 4)
    /// The executor for statements on a server, which mostly wait.
    package static let server = StoreExecutor(width: 8)
    /// The executor for commits to a server, which may take minutes and must not delay other statements.
    package static let commits = StoreExecutor(width: 8)

    private struct Work {
        var waiting: [UnownedJob] = []
        var idle: [DispatchQueue]
    }

    private let work: Mutex<Work>

    /// Creates an executor.
    ///
    /// - Parameter width: The number of concurrent jobs.
    init(width: Int) {
        work = Mutex(Work(idle: (1...width).map { DispatchQueue(label: "agg.store.\($0)") }))
    }

    /// Does work that waits for the store on one of the executor's threads, unless the caller is on the main thread, which
    /// may wait.
    package func run<Value: Sendable, Failure: Error>(
        _ work: @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard MainThread.current == nil else { return try await work() }
        return try await withTaskExecutorPreference(self) { () async throws(Failure) -> Value in
            try await Self.moved(work)
        }
    }

    /// Does work on the preferred executor, to which only a concurrent function moves.
    @concurrent private static func moved<Value: Sendable, Failure: Error>(
        _ work: @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        Self.arrive()
        return try await work()
    }

    /// Without a call between the start of a function and its first `await`, the compiler leaves out the move.
    @inline(never) private static func arrive() {}

    /// Starts a job as soon as a thread is free.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let queue = work.withLock { work in
            work.waiting.append(job)
            return work.idle.popLast()
        }
        queue?.async { [self] in run(on: queue) }
    }

    /// Runs waiting jobs until there are none.
    private func run(on queue: DispatchQueue?) {
        while let job = next(on: queue) { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// The job that has waited longest; if there is none, the queue becomes idle.
    private func next(on queue: DispatchQueue?) -> UnownedJob? {
        work.withLock { work in
            guard work.waiting.isEmpty else { return work.waiting.removeFirst() }
            if let queue { work.idle.append(queue) }
            return nil
        }
    }
}
