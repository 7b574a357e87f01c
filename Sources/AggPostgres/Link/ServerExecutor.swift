import Dispatch
import Synchronization

/// The threads that wait for the server, separate from those shared by all tasks, of which there are only as many as
/// cores.
///
/// Jobs start in order, a few at a time; waiting jobs take no thread.
final class ServerExecutor: TaskExecutor {
    /// The executor of all statements; its width leaves room for short ones beside long ones.
    static let shared = ServerExecutor(width: 8)

    private struct Work {
        var waiting: [UnownedJob] = []
        var idle: [DispatchQueue]
    }

    private let work: Mutex<Work>

    /// Creates an executor with a number of concurrent jobs.
    init(width: Int) {
        work = Mutex(Work(idle: (1...width).map { DispatchQueue(label: "agg.server.\($0)") }))
    }

    func enqueue(_ job: consuming ExecutorJob) {
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
