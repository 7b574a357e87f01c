import Glibc
import Synchronization

/// The open connections with the time at which each is cut off.
///
/// A deadline is stored, not waited for, so that a request costs no timer. A sweep once in a while cuts off whatever is late:
/// it shuts the socket down, which ends every wait on it.
final class OpenConnections: Sendable {
    private let deadlines = Mutex<[Int32: ContinuousClock.Instant]>([:])
    private let most: Int

    /// Creates an empty list for up to this many connections.
    init(most: Int) {
        self.most = most
    }

    /// The number of open connections.
    var count: Int { deadlines.withLock(\.count) }

    /// Adds a connection; false if there are too many.
    func add(_ descriptor: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        deadlines.withLock { deadlines in
            guard deadlines.count < most else { return false }
            deadlines[descriptor] = deadline
            return true
        }
    }

    /// Sets the deadline of a connection.
    func extend(_ descriptor: Int32, by span: Duration) {
        deadlines.withLock { $0[descriptor] = .now + span }
    }

    /// Removes a connection; it must be called before the socket is closed, since its number may be used again.
    func remove(_ descriptor: Int32) {
        deadlines.withLock { _ = $0.removeValue(forKey: descriptor) }
    }

    /// Cuts off the connections whose deadline has passed.
    func cutOffLate(now: ContinuousClock.Instant = .now) {
        deadlines.withLock { deadlines in
            for (descriptor, deadline) in deadlines where deadline < now {
                _ = shutdown(descriptor, Int32(SHUT_RDWR))
                deadlines[descriptor] = now + .seconds(3_600)
            }
        }
    }
}
