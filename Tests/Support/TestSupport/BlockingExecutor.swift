import Dispatch

/// Runs tasks that block their thread, so that the few threads shared by all other tests stay free.
///
/// On two processors, two tests that each block a thread and need another to continue would wait for each other.
package final class BlockingExecutor: TaskExecutor {
    package static let shared = BlockingExecutor()

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Only a serial queue is guaranteed a thread. Beyond one for each processor, a concurrent one gets one a second.
        DispatchQueue(label: "agg.tests.blocking").async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
