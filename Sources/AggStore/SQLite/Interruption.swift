import GRDB
import Synchronization

/// Interrupts one piece of work on a connection that others use too: only while it is being done.
final class Interruption: Sendable {
    private let connection: DatabaseQueue
    private let isWorking = Mutex(false)

    init(_ connection: DatabaseQueue) {
        self.connection = connection
    }

    /// Does the work.
    func during<Value>(_ work: () throws -> Value) throws -> Value {
        isWorking.withLock { $0 = true }
        defer { isWorking.withLock { $0 = false } }
        // Whoever was cancelled before this had nothing to interrupt.
        try Task.checkCancellation()
        return try work()
    }

    /// Interrupts the work, if it is being done.
    func interrupt() {
        isWorking.withLock { if $0 { connection.interrupt() } }
    }
}
