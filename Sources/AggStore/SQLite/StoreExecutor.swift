import Dispatch
import Synchronization

/// Threads on which the store is read, apart from those that all tasks share: there are as many of those as cores, so that
/// two long reads on two cores would stop everything else.
///
/// Jobs begin in their order, a few at a time; the others wait without a thread. Each queue runs one job after the other,
/// since only such a queue gets a thread however many others are busy.
final class StoreExecutor: TaskExecutor {
    /// The executor of all reads: some long ones leave room for short ones.
    static let shared = StoreExecutor(width: 4)

    private struct Work {
        var waiting: [UnownedJob] = []
        var idle: [DispatchQueue]
    }

    private let work: Mutex<Work>

    /// Creates an executor.
    ///
    /// - Parameter width: How many jobs run at once.
    init(width: Int) {
        work = Mutex(Work(idle: (1...width).map { DispatchQueue(label: "agg.store.\($0)") }))
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let queue = work.withLock { work in
            work.waiting.append(job)
            return work.idle.popLast()
        }
        queue?.async { [self] in run(on: queue) }
    }

    /// Runs the jobs that wait, until none does.
    private func run(on queue: DispatchQueue?) {
        while let job = next(on: queue) { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// The job that has waited longest; without one, the queue is idle.
    private func next(on queue: DispatchQueue?) -> UnownedJob? {
        work.withLock { work in
            guard work.waiting.isEmpty else { return work.waiting.removeFirst() }
            if let queue { work.idle.append(queue) }
            return nil
        }
    }
}
