import Dispatch

/// Runs tasks that block their thread, so that the few threads shared by all other tests stay free.
///
/// On two processors, two tests that each block a thread and need another to continue would wait for each other.
package final class BlockingExecutor: TaskExecutor {
    package static let shared = BlockingExecutor()

    private let queue = DispatchQueue(label: "agg.tests.blocking", attributes: .concurrent)

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
