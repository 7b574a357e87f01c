import AggFiles
import AggSource
import Synchronization

/// The hosts in contact, limited in number because each needs descriptors and a thread.
///
/// A host stays in contact after its last request, so that its connections can be reused, until it has been idle for a
/// while or another host needs its slot.
final class Hosts: Sendable {
    private struct State {
        var known: [HTTPOrigin: Host] = [:]
        /// Hosts that gave up their slot but whose threads have not ended yet.
        var closing = 0
        var nextTicket = 0
        var waiting: [Waiter] = []
    }

    private struct Waiter {
        var ticket: Int
        var origin: HTTPOrigin
        var continuation: CheckedContinuation<Place, Never>
    }

    /// The result for a waiting task.
    private enum Place: Sendable {
        case host(Host)
        case refused(SystemError)
        case left
    }

    private let limit: Int
    private let state = Mutex(State())

    /// Creates slots for this many hosts.
    init(limit: Int) {
        self.limit = max(1, limit)
    }

    deinit {
        for host in state.withLock({ $0.known.values }) { host.close() }
    }

    /// Contacts the host of an origin; each call that returns must be followed by one `release`.
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
                // A cancellation before this point found nothing in the queue.
                if Task.isCancelled { leave(ticket) } else { handOn() }
            }
        } onCancel: {
            leave(ticket)
        }
        switch given {
        case .host(let host): return host
        case .left: throw .cancelled
        case .refused(let error): throw .unreadable("from \(origin) (\(error.reason))")
        }
    }

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

    var count: Int { state.withLock { $0.known.count + $0.closing } }

    /// The number of tasks waiting for a slot.
    var queueLength: Int { state.withLock { $0.waiting.count } }

    /// A host already in contact, or a new one if there is a free slot; nil otherwise.
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

    /// Makes unused hosts, starting with the one unused longest, give up their slots to waiting tasks.
    ///
    /// - Returns: Whether a slot is free at once; others become free when the threads of their hosts have ended.
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

    /// Handles the end of a host's thread; it starts again with the next transfer if the host is still in use.
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

    /// Gives free slots to waiting tasks in arrival order.
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
