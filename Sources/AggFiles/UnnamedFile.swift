import Foundation

/// A temporary file without a name, readable only by its owner, which disappears with the process however that ends.
package final class UnnamedFile: Sendable {
    /// The folder for temporary files.
    package static let folder = folder(of: ProcessEnvironment.variables)

    /// The open file.
    package let descriptor: Int32

    /// Creates an empty file in the folder for temporary files.
    ///
    /// - Throws: `SystemError` if no file can be created in the folder.
    package init() throws(SystemError) {
        let path = Self.folder + "/agg-" + UUID().uuidString
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .last() }
        _ = unlink(path)
    }

    deinit {
        _ = close(descriptor)
    }

    /// Appends bytes.
    ///
    /// - Throws: `SystemError` if the bytes cannot be written, e.g. because the disk is full.
    package func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.baseAddress.map { write(descriptor, $0 + written, bytes.count - written) } ?? 0
            if count > 0 {
                written += count
            } else if errno != EINTR {
                throw .last()
            }
        }
    }

    /// The first writable folder: `TMPDIR`, the folder for large temporary files, or the one for small ones, which is
    /// often in memory (file-hierarchy(7)).
    static func folder(of environment: [String: String]) -> String {
        let folders = [environment["TMPDIR"], "/var/tmp", "/tmp"].compactMap { $0 }
        return folders.first { access($0, W_OK | X_OK) == 0 } ?? folders[0]
    }
}
