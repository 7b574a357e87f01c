import Glibc

/// A pipe of the process that wakes whoever polls its reading end.
///
/// Writing to it never blocks.
/// It is closed with the value that owns it; its ends are handed out as plain descriptors.
final class WakePipe: Sendable {
    /// The end to poll and read.
    let readEnd: Int32
    /// The end a byte is written to, also from a signal handler.
    let writeEnd: Int32

    /// Makes a pipe; nil if the process has no descriptors left.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        readEnd = ends[0]
        writeEnd = ends[1]
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Writes one byte; a full pipe is no failure, since the reader is awake already.
    func send(_ byte: UInt8) {
        var byte = byte
        _ = write(writeEnd, &byte, 1)
    }

    /// Takes all bytes that have arrived, without waiting.
    func drain() -> [UInt8] {
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
