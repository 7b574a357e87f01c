import Dispatch
import GRDB
import Synchronization

/// Interrupts one piece of work on a connection that others use too: only while it is being done.
final class Interruption: Sendable {
    /// How long the work may go on after an interrupt until the next one.
    private static let pause = DispatchTimeInterval.milliseconds(20)

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

    /// Interrupts the work, if it is being done, until it ends.
    ///
    /// SQLite forgets an interrupt if no statement is running at that moment (sqlite3_interrupt), be it just before one.
    func interrupt() {
        let goesOn = working.withLock { connection in
            connection?.interrupt()
            return connection != nil
        }
        guard goesOn else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.pause) { self.interrupt() }
    }
}
