import AggFiles
import AggSource
import Glibc
import Synchronization

/// The hosts in contact, up to a number at once, since each holds descriptors and a thread.
///
/// A host stays in contact after its last request, so that its connections can be used again, until it was not asked for a
/// while or another host needs its place.
final class Hosts: Sendable {
    private struct State {
        var known: [HTTPOrigin: Host] = [:]
        /// Hosts that gave up their place, and whose threads have not ended yet.
        var closing = 0
        var nextTicket = 0
        var waiting: [Waiter] = []
    }

    private struct Waiter {
        var ticket: Int
        var origin: HTTPOrigin
        var continuation: CheckedContinuation<Place, Never>
    }

    /// What someone who waits gets.
    private enum Place: Sendable {
        case host(Host)
        case refused(SystemError)
        case left
    }

    private let limit: Int
    private let state = Mutex(State())

    /// Makes a place for so many hosts.
    init(limit: Int) {
        self.limit = max(1, limit)
    }

    deinit {
        for host in state.withLock({ $0.known.values }) { host.close() }
    }

    /// Makes contact with the host at an origin; each call that returns is followed by one `release`.
    ///
    /// - Throws: `SourceError.cancelled`, and `.unreadable` if the system has no descriptors left.
    func host(_ origin: HTTPOrigin) async throws(SourceError) -> Host {
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        let given = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Place, Never>) in
                state.withLock { state in
                    state.waiting.append(Waiter(ticket: ticket, origin: origin, continuation: continuation))
                }
                // A cancel that came before found nobody in the queue.
                if Task.isCancelled { leave(ticket) } else { handOn() }
            }
        } onCancel: {
            leave(ticket)
        }
        switch given {
        case .host(let host): return host
        case .left: throw .cancelled
        case .refused(let error): throw .unreadable("a connection to \(origin) (\(error.reason))")
        }
    }

    /// Ends the use of a host.
    func release(_ host: Host) {
        state.withLock { _ in
            host.use.withLock { use in
                use.users -= 1
                use.last = .now
            }
        }
        handOn()
    }

    /// The host at an origin, if it is in contact.
    func known(_ origin: HTTPOrigin) -> Host? { state.withLock { $0.known[origin] } }

    /// How many hosts are in contact.
    var count: Int { state.withLock { $0.known.count + $0.closing } }

    /// How many wait for a place.
    var queueLength: Int { state.withLock { $0.waiting.count } }

    /// A host that is in contact, or a new one if there is room; nil if absent.
    private func contact(with origin: HTTPOrigin, _ state: inout State) -> Place? {
        if let host = state.known[origin] {
            host.use.withLock { $0.users += 1 }
            return .host(host)
        }
        guard state.known.count + state.closing < limit else { return nil }
        do throws(SystemError) {
            let host = try Host(origin) { [weak self] in self?.ended($0) }
            host.use.withLock { $0.users = 1 }
            state.known[origin] = host
            return .host(host)
        } catch {
            return .refused(error)
        }
    }

    /// Has hosts without users, the longest unused first, give up their places to those that wait.
    ///
    /// - Returns: Whether a place is free at once; others are when the threads of their hosts have ended.
    private func closeIdle(_ state: inout State) -> Bool {
        var isFree = false
        while state.waiting.count > state.closing {
            let idle = state.known.values.filter { $0.use.withLock { $0.users == 0 } }
            guard let host = idle.min(by: { $0.use.withLock(\.last) < $1.use.withLock(\.last) }) else { break }
            state.known[host.origin] = nil
            guard host.close() else {
                isFree = true
                break
            }
            host.use.withLock { $0.isClosing = true }
            state.closing += 1
        }
        return isFree
    }

    /// Takes note that a host's thread has ended; it begins again with the next transfer if the host is still in use.
    private func ended(_ host: Host) {
        state.withLock { state in
            let use = host.use.withLock(\.self)
            if use.isClosing {
                state.closing -= 1
            } else if use.users == 0, state.known[host.origin] === host {
                state.known[host.origin] = nil
            }
        }
        handOn()
    }

    /// Gives places that are free, or become so, to those that wait, in the order in which they came.
    private func handOn() {
        var given: [(Waiter, Place)] = []
        state.withLock { state in
            repeat {
                let waiting = state.waiting
                state.waiting = []
                for waiter in waiting {
                    if let place = contact(with: waiter.origin, &state) {
                        given.append((waiter, place))
                    } else {
                        state.waiting.append(waiter)
                    }
                }
            } while closeIdle(&state)
        }
        for (waiter, place) in given { waiter.continuation.resume(returning: place) }
    }

    private func leave(_ ticket: Int) {
        let left = state.withLock { state in
            state.waiting.firstIndex { $0.ticket == ticket }.map { state.waiting.remove(at: $0).continuation }
        }
        left?.resume(returning: .left)
    }
}

/// How many hosts can be contacted at once without running out of descriptors.
package enum OpenFileLimit {
    /// Descriptors that the rest of the program needs: standard streams, both files of the store, a log, a pager.
    private static let reserve = 56
    /// A host needs three for its thread and one for a connection; the source that is loaded from it one for the answer and
    /// one for the rows; and one is to spare.
    private static let perHost = 7

    /// So many hosts as are wished for, or fewer if the process may not open as many files; always one.
    package static func hosts(wished: Int, openFiles: Int = limit) -> Int {
        max(1, min(wished, (openFiles - reserve) / perHost))
    }

    /// How many files the process may have open.
    package static var limit: Int {
        // Without a limit the system answers -1.
        let limit = sysconf(Int32(_SC_OPEN_MAX))
        return limit > 0 ? limit : 65_536
    }
}
