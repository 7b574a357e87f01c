import Foundation

/// A pipe within the process that wakes code polling its read end.
///
/// Writing to it never blocks.
/// It is closed along with the value that owns it; its ends are plain descriptors.
package final class WakePipe: Sendable {
    /// The end to poll and read.
    package let readEnd: Int32
    /// The end to write a byte to, even from a signal handler.
    package let writeEnd: Int32

    /// Creates a pipe; nil if the process has no descriptors left.
    package init?() {
        guard let ends = OwnPipe.open() else { return nil }
        (readEnd, writeEnd) = ends
        for end in [readEnd, writeEnd] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Writes one byte; a full pipe is not an error, since the reader is already awake.
    package func send(_ byte: UInt8) {
        var byte = byte
        _ = write(writeEnd, &byte, 1)
    }

    /// Reads all bytes that have arrived, without waiting.
    package func drain() -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 64)
        while true {
            let count = read(readEnd, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return bytes }
            bytes += block[..<count]
        }
    }
}
