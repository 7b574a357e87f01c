import Glibc
import Synchronization

/// The open connections, each with its deadline and a way to cancel the work for it.
///
/// Deadlines are stored rather than waited for, so a request needs no timer. Periodic sweeps close late connections by
/// shutting down the socket, which ends every wait on it, and cancel the work for clients that have left.
final class OpenConnections: Sendable {
    private struct Entry {
        var deadline: ContinuousClock.Instant
        /// When work on the current request started.
        var since: ContinuousClock.Instant?
        var cancel: (@Sendable () -> Void)?
    }

    private let entries = Mutex<[Int32: Entry]>([:])
    private let most: Int

    /// Creates an empty list for up to this many connections.
    init(most: Int) {
        self.most = most
    }

    /// The number of open connections.
    var count: Int { entries.withLock(\.count) }

    /// Adds a connection; false if there are too many.
    func add(_ descriptor: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        entries.withLock { entries in
            guard entries.count < most else { return false }
            entries[descriptor] = Entry(deadline: deadline)
            return true
        }
    }

    /// Sets the deadline of a connection.
    func extend(_ descriptor: Int32, by span: Duration) {
        entries.withLock { $0[descriptor]?.deadline = .now + span }
    }

    /// Records that work on a request has started, and how to cancel it.
    func begin(_ descriptor: Int32, cancel: @escaping @Sendable () -> Void) {
        entries.withLock { entries in
            entries[descriptor]?.since = .now
            entries[descriptor]?.cancel = cancel
        }
    }

    /// Records that work on a request has ended.
    func end(_ descriptor: Int32) {
        entries.withLock { entries in
            entries[descriptor]?.since = nil
            entries[descriptor]?.cancel = nil
        }
    }

    /// Removes a connection; call it before closing the socket, whose number may be reused.
    func remove(_ descriptor: Int32) {
        entries.withLock { _ = $0.removeValue(forKey: descriptor) }
    }

    /// Shuts down the connections whose deadline has passed.
    func cutOffLate(now: ContinuousClock.Instant = .now) {
        entries.withLock { entries in
            for (descriptor, entry) in entries where entry.deadline < now {
                _ = shutdown(descriptor, Int32(SHUT_RDWR))
                entries[descriptor]?.deadline = now + .seconds(3_600)
            }
        }
    }

    /// How long a request must have run before it's worth checking that the client is still connected.
    private static let patience = Duration.milliseconds(20)

    /// Cancels the work for clients that have left, such as a page whose user typed another letter.
    func cancelForgotten(now: ContinuousClock.Instant = .now) {
        let cancels = entries.withLock { entries in
            entries.compactMap { descriptor, entry -> (@Sendable () -> Void)? in
                guard let since = entry.since, let cancel = entry.cancel, since + Self.patience < now else {
                    return nil
                }
                var byte: UInt8 = 0
                let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
                guard count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) else { return nil }
                entries[descriptor]?.cancel = nil
                return cancel
            }
        }
        for cancel in cancels { cancel() }
    }
}
