import AggFiles
import AggSource
import Foundation
import Glibc
import Synchronization

/// What is kept for one host and port: who may ask it, and the thread that moves the bytes.
///
/// The thread begins with the first transfer and ends when none has come for a while. Each host has its own, since
/// libcurl may hold one up until a name is resolved, even after a cancel: only transfers to that host wait then.
final class Host: Sendable {
    private struct State {
        var arrivals: [Transfer] = []
        var isRunning = false
        var isClosed = false
    }

    /// Who uses it; kept by `Hosts`.
    struct Use: Sendable {
        var users = 0
        var last = ContinuousClock.now
        /// Whether its place is free as soon as its thread has ended.
        var isClosing = false
    }

    let origin: HTTPOrigin
    let mutex = AsyncMutex(limit: .max)
    let use = Mutex(Use())
    private let wakeUp: WakeUp
    private let onEnd: @Sendable (Host) -> Void
    private let state = Mutex(State())

    /// Makes a host; `onEnd` hears when its thread has ended and given its descriptors back.
    ///
    /// - Throws: `SystemError` if there are no descriptors left.
    init(_ origin: HTTPOrigin, onEnd: @escaping @Sendable (Host) -> Void = { _ in }) throws(SystemError) {
        self.origin = origin
        self.onEnd = onEnd
        wakeUp = try WakeUp()
    }

    /// Begins a transfer; it hears what comes of it.
    func start(_ transfer: Transfer) {
        let isNew = state.withLock { state in
            state.arrivals.append(transfer)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if isNew { Thread.detachNewThread { [self] in run() } }
        wakeUp.signal()
    }

    /// Lets the thread look at its transfers, one of which is over.
    func lookAgain() { wakeUp.signal() }

    /// Ends the thread and closes the connections as soon as no transfer runs.
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

    private func run() {
        // Signals belong to the program's other threads, and a broken connection is an error here, not a SIGPIPE.
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

    /// The transfers that have come, or nil if the thread is to end.
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
