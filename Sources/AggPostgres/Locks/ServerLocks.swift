import AggStorage
import Foundation

/// The locks of a store on a server.
///
/// Files lock between the processes of one machine. Sending alerts is also locked between a person's machines, by a lease on
/// the server.
struct ServerLocks: StoreLocks {
    let server: Server
    let files: any StoreLocks

    /// Takes a lock.
    func take(_ lock: StoreLock) async throws(StoreError) -> (any HeldLock)? {
        guard let file = try await files.take(lock) else { return nil }
        guard lock == .alerts else { return file }
        do throws(StoreError) {
            if let lease = try await Lease.own(lock.rawValue, on: server) {
                return LeasedLock(file: file, lease: lease)
            }
        } catch {
            await file.release()
            throw error
        }
        await file.release()
        return nil
    }

    /// When a lock was last taken on this machine.
    func lastTaken(_ lock: StoreLock) -> Date? { files.lastTaken(lock) }
}

/// A lock that is a file on this machine and a lease on the server.
private struct LeasedLock: HeldLock {
    let file: any HeldLock
    let lease: Lease

    var notes: String { file.notes }

    func note(_ line: String) { file.note(line) }

    func noted() -> [String] { file.noted() }

    func forgetNotes() { file.forgetNotes() }

    func isHeld() async throws(StoreError) -> Bool { try await lease.renew() }

    func release() async {
        await lease.end()
        await file.release()
    }
}
