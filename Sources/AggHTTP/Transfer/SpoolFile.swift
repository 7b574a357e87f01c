import AggCore
import Foundation
import Glibc

/// A temporary file for the content of one answer.
///
/// It has no name from the start, so that it vanishes with the process
/// however that ends, and only its owner could ever read it.
final class SpoolFile: Sendable {
    let descriptor: Int32

    /// Makes an empty file in the folder for temporary files.
    ///
    /// - Throws: `SourceError.unreadable` with the folder and the system's reason.
    init() throws(SourceError) {
        let folder = NSTemporaryDirectory()
        let path = folder + "agg-" + UUID().uuidString
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .unreadable("a temporary file in \(folder) (\(String(cString: strerror(errno))))")
        }
        _ = unlink(path)
    }

    deinit {
        _ = close(descriptor)
    }

    /// Adds bytes at the end.
    ///
    /// - Throws: `SourceError.unreadable` with the system's reason, as a full disk.
    func append(_ bytes: UnsafeRawBufferPointer) throws(SourceError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.baseAddress.map { write(descriptor, $0 + written, bytes.count - written) } ?? 0
            if count > 0 {
                written += count
            } else if errno != EINTR {
                throw .unreadable("the temporary file of the answer (\(String(cString: strerror(errno))))")
            }
        }
    }

    /// The content as a body that keeps the file.
    func body(count: Int) -> HTTPBody {
        HTTPBody(count: count) { [self] offset, wanted throws(SourceError) in
            try PositionalRead.bytes(descriptor, at: offset, count: min(wanted, count - offset)) {
                "the temporary file of the answer (\($0))"
            }
        }
    }
}
