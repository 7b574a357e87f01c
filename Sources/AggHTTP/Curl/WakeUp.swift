import Glibc

/// A pipe whose one end wakes a thread that waits at the other.
final class WakeUp: Sendable {
    /// What becomes readable.
    let descriptor: Int32
    private let sender: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (descriptor, sender) = (ends[0], ends[1])
    }

    deinit {
        _ = close(descriptor)
        _ = close(sender)
    }

    /// Wakes the thread, now or when it next waits.
    func signal() {
        var byte: UInt8 = 1
        _ = write(sender, &byte, 1)
    }

    /// Takes all signals given so far.
    func clear() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(descriptor, &bytes, bytes.count) == bytes.count {}
    }
}
