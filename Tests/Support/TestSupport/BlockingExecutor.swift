import Dispatch

/// Runs tasks that block their thread, so that the few threads which all other tests share stay free.
///
/// Two tests that block one thread each, and need another to go on, would wait for each other on two processors.
package final class BlockingExecutor: TaskExecutor {
    package static let shared = BlockingExecutor()

    private let queue = DispatchQueue(label: "agg.tests.blocking", attributes: .concurrent)

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
