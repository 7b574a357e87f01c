import Foundation

/// Reads whole regular files, and refuses pipes and devices, which could block the program forever.
package enum RegularFile {
    /// Why a file was not read, as the end of a sentence.
    package struct Refusal: Error, Hashable, Sendable {
        /// The system's message, such as "Permission denied", or what the file is instead.
        package let reason: String
    }

    /// Reads a file.
    ///
    /// - Throws: `Refusal` if the file does not exist, cannot be read, or is not a regular file.
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

/// Reads pieces of an open file by offset, without a current position, so that pieces can be read concurrently.
package enum PositionalRead {
    /// Reads up to `count` bytes; fewer only at the end of the file.
    ///
    /// - Throws: `SystemError` if the file cannot be read.
    package static func bytes(_ descriptor: Int32, at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
        guard count > 0 else { return [] }
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(SystemError) {
                filled = try fill(UnsafeMutableRawBufferPointer(buffer), descriptor, at: offset)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Fills memory with bytes of the file.
    ///
    /// - Returns: The number of bytes read, which is less than the available room only at the end of the file.
    /// - Throws: `SystemError` if the file cannot be read.
    package static func fill(
        _ memory: UnsafeMutableRawBufferPointer, _ descriptor: Int32, at offset: Int
    ) throws(SystemError) -> Int {
        var filled = 0
        while filled < memory.count {
            let count = pread(
                descriptor, memory.baseAddress.map { $0 + filled }, memory.count - filled, off_t(offset + filled))
            if count == 0 { break }
            if count > 0 {
                filled += count
            } else if errno != EINTR {
                throw .last()
            }
        }
        return filled
    }
}

/// An error reported by the system (`errno`, errno(3)).
package struct SystemError: Error, Hashable, Sendable {
    /// The number of the error, such as `ENOSPC`.
    package let number: Int32

    /// Creates an error from its number.
    package init(number: Int32) { self.number = number }

    /// The error of the call that has just failed.
    package static func last() -> SystemError { SystemError(number: errno) }

    /// The system's message for a Foundation error that wraps a system error, or else Foundation's own.
    package static func reason(of error: any Error) -> String {
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error ?? error
        guard let code = (cause as? POSIXError)?.code else { return error.localizedDescription }
        return SystemError(number: code.rawValue).reason
    }

    /// The system's message, such as "No space left on device".
    package var reason: String { String(cString: strerror(number)) }
}
