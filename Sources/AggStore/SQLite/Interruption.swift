import GRDB
import Synchronization

/// Interrupts one piece of work on a connection that others use too: only while it is being done.
final class Interruption: Sendable {
    /// The connection that does the work at present.
    private let working = Mutex<DatabaseQueue?>(nil)

    /// Does the work.
    func during<Value>(on connection: DatabaseQueue, _ work: () throws -> Value) throws -> Value {
        working.withLock { $0 = connection }
        defer { working.withLock { $0 = nil } }
        // Whoever was cancelled before this had nothing to interrupt.
        try Task.checkCancellation()
        return try work()
    }

    /// Interrupts the work, if it is being done.
    func interrupt() {
        working.withLock { $0?.interrupt() }
    }
}
