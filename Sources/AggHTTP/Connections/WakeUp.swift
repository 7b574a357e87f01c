import AggFiles
import CCurl
import Glibc

/// Wakes a thread that waits at a descriptor.
final class WakeUp: Sendable {
    /// What becomes readable.
    let descriptor: Int32

    /// Makes one.
    ///
    /// - Throws: `SystemError` if there is no descriptor left.
    init() throws(SystemError) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        guard descriptor >= 0 else { throw .last() }
    }

    deinit {
        _ = close(descriptor)
    }

    /// Wakes the thread, now or when it next waits.
    func signal() { _ = eventfd_write(descriptor, 1) }

    /// Takes all signals given so far.
    func clear() {
        var count: eventfd_t = 0
        _ = eventfd_read(descriptor, &count)
    }
}
