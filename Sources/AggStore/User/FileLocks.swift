import AggFiles
package import AggStorage
package import Foundation
import Synchronization

/// Locks as files in the folder of a store; their modification times are the times they were last taken.
package struct FileLocks: StoreLocks {
    private let folder: String

    /// Creates locks in a folder; the folder itself is created when a lock is taken.
    package init(folder: String) {
        self.folder = folder
    }

    /// Takes a lock.
    package func take(_ lock: StoreLock) throws(StoreError) -> (any HeldLock)? {
        let path = path(lock)
        // A store's own folder exists, but the folder for the locks of a store on a server may not.
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .readOnly(file: path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let fault = SystemError.last()
            close(descriptor)
            if fault.number == EWOULDBLOCK { return nil }
            throw .failed(file: path, detail: fault.reason)
        }
        _ = futimens(descriptor, nil)
        return HeldFileLock(descriptor, path)
    }

    /// When a lock was last taken.
    package func lastTaken(_ lock: StoreLock) -> Date? { DurableFile.modified(path(lock)) }

    private func path(_ lock: StoreLock) -> String { "\(folder)/\(lock.rawValue).lock" }
}

/// An open file with a lock on it.
private final class HeldFileLock: HeldLock {
    let notes: String
    private let descriptor: Mutex<Int32>

    init(_ descriptor: Int32, _ path: String) {
        self.descriptor = Mutex(descriptor)
        notes = path
    }

    deinit { release() }

    func note(_ line: String) {
        let file = open(notes, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard file >= 0 else { return }
        let bytes = Array("\(line)\n".utf8)
        _ = write(file, bytes, bytes.count)
        close(file)
    }

    func noted() -> [String] {
        guard let bytes = FileManager.default.contents(atPath: notes) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    func forgetNotes() { _ = truncate(notes, 0) }

    func isHeld() -> Bool { descriptor.withLock { $0 >= 0 } }

    func release() {
        descriptor.withLock { descriptor in
            if descriptor >= 0 { close(descriptor) }
            descriptor = -1
        }
    }
}
