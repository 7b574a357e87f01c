package import Foundation

/// Work that only one process at a time does in a store.
package enum StoreLock: String, CaseIterable, Sendable {
    /// A scheduled refresh.
    case refresh
    /// Sending alerts.
    case alerts
}

/// The port to locks between the processes that share a store.
package protocol StoreLocks: Sendable {
    /// Takes a lock; it is also released when the process ends.
    ///
    /// - Returns: The lock; nil if another process has it.
    /// - Throws: `StoreError` if the store cannot be written.
    func take(_ lock: StoreLock) async throws(StoreError) -> (any HeldLock)?

    /// When a lock was last taken; nil if it never was.
    func lastTaken(_ lock: StoreLock) -> Date?
}

/// A lock that this process holds, with a small file of notes that survives if the process is killed.
package protocol HeldLock: Sendable {
    /// The path of the file; a program that outlives this process can also append lines to it.
    var notes: String { get }

    /// Appends a line; quick, and kept even if this process is killed right afterward.
    func note(_ line: String)

    /// The lines of the file.
    func noted() -> [String]

    /// Empties the file.
    func forgetNotes()

    /// Whether this process still holds the lock; on a server, another process takes over after a long silence.
    ///
    /// - Throws: `StoreError` if the store cannot be reached.
    func isHeld() async throws(StoreError) -> Bool

    /// Releases the lock; harmless if already released.
    func release() async
}
