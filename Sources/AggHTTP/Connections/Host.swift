import AggFiles
import AggSource
import Glibc
import Synchronization

/// The state for one host and port: the limit on its requests, and the thread that runs its transfers.
///
/// The thread starts with the first transfer and ends when there has been none for a while. Each host has its own
/// thread, because libcurl can block one until a name is resolved, even after a cancellation; that delays only
/// transfers to the same host.
final class Host: Sendable {
    private struct State {
        var arrivals: [Transfer] = []
        var isRunning = false
        var isClosed = false
    }

    /// How the host is being used; maintained by `Hosts`.
    struct Use: Sendable {
        var users = 0
        var last = ContinuousClock.now
        /// Whether its slot becomes free as soon as its thread has ended.
        var isClosing = false
    }

    let origin: HTTPOrigin
    let mutex = AsyncMutex(limit: .max)
    let use = Mutex(Use())
    private let wakeUp: WakeUp
    private let onEnd: @Sendable (Host) -> Void
    private let state = Mutex(State())

    /// Creates a host; `onEnd` is called when its thread has ended and its descriptors are closed.
    ///
    /// - Throws: `SystemError` if there are no descriptors left.
    init(_ origin: HTTPOrigin, onEnd: @escaping @Sendable (Host) -> Void = { _ in }) throws(SystemError) {
        self.origin = origin
        self.onEnd = onEnd
        wakeUp = try WakeUp()
    }

    /// Starts a transfer, which is notified of its result.
    func start(_ transfer: Transfer) {
        let isNew = state.withLock { state in
            state.arrivals.append(transfer)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard isNew else { return wakeUp.signal() }
        do throws(SystemError) {
            try startThread()
            wakeUp.signal()
        } catch {
            let stranded = state.withLock { state in
                defer { (state.arrivals, state.isRunning) = ([], false) }
                return state.arrivals
            }
            for transfer in stranded { transfer.stop(.unreadable("from \(origin) (\(error.reason))")) }
        }
    }

    /// Makes the thread check its transfers, one of which is over.
    func lookAgain() { wakeUp.signal() }

    /// Ends the thread and closes the connections as soon as no transfer is running.
    ///
    /// - Returns: Whether there is a thread to end.
    @discardableResult
    func close() -> Bool {
        let isRunning = state.withLock { state in
            state.isClosed = true
            return state.isRunning
        }
        wakeUp.signal()
        return isRunning
    }

    /// Starts the thread; Foundation's `Thread` would ignore a failure, and nothing would ever end the transfers.
    ///
    /// - Throws: `SystemError` if the system allows no more threads.
    private func startThread() throws(SystemError) {
        var thread = pthread_t()
        let host = Unmanaged.passRetained(self)
        let code = pthread_create(
            &thread, nil,
            { host in
                if let host { Unmanaged<Host>.fromOpaque(host).takeRetainedValue().run() }
                return nil
            }, host.toOpaque())
        guard code == 0 else {
            host.release()
            throw SystemError(number: code)
        }
        pthread_detach(thread)
    }

    private func run() {
        // Signals belong to the program's other threads, and a broken connection is an error here rather than a
        // SIGPIPE.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, nil)
        moveTransfers()
        onEnd(self)
    }

    private func moveTransfers() {
        let loop = CurlLoop(wakeUp)
        while let arrivals = arrivals(for: loop) {
            for transfer in arrivals { loop.add(transfer) }
            loop.turn()
        }
    }

    /// The new transfers, or nil if the thread should end.
    private func arrivals(for loop: CurlLoop) -> [Transfer]? {
        state.withLock { state in
            if state.arrivals.isEmpty, state.isClosed ? loop.isIdle : loop.isForgotten {
                state.isRunning = false
                return nil
            }
            defer { state.arrivals = [] }
            return state.arrivals
        }
    }
}
