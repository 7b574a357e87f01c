import GRDB
import Synchronization

/// The connections of a file that read: as many as reads at once, opened when they are needed and kept.
///
/// There is one from the beginning, and mostly no other; so a long read does not hold up a short one.
final class ReadingConnections: Sendable {
    private let idle: Mutex<[DatabaseQueue]>
    private let open: @Sendable () throws -> DatabaseQueue

    /// Opens the first.
    init(_ open: @escaping @Sendable () throws -> DatabaseQueue) throws {
        self.open = open
        idle = Mutex([try open()])
    }

    /// Reads in one transaction on a connection that nobody else uses; the last one used has most of the file in memory.
    func read<Value>(_ work: (DatabaseQueue, Database) throws -> Value) throws -> Value {
        let connection = try idle.withLock { $0.popLast() } ?? open()
        defer { idle.withLock { $0.append(connection) } }
        return try connection.read { db in try work(connection, db) }
    }
}
