import Foundation

/// A regular file that is read as a whole; a pipe or a device could hold up the program for good.
package enum RegularFile {
    /// Why a file was not read, as the end of a sentence.
    package struct Refusal: Error, Hashable, Sendable {
        /// The system's words, such as "Permission denied", or what the file is instead.
        package let reason: String
    }

    /// Reads a file.
    ///
    /// - Throws: `Refusal` if there is none, it cannot be read, or it is not a regular file.
    package static func bytes(_ path: String) throws(Refusal) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Refusal(reason: SystemError.last().reason) }
        defer { _ = close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Refusal(reason: SystemError.last().reason) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw Refusal(reason: "it is not a regular file") }
        var bytes: [UInt8] = []
        do throws(SystemError) {
            while true {
                let piece = try PositionalRead.bytes(descriptor, at: bytes.count, count: 1 << 20)
                if piece.isEmpty { return bytes }
                bytes += piece
            }
        } catch {
            throw Refusal(reason: error.reason)
        }
    }
}
