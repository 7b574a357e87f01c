import Dispatch
import Glibc
import Synchronization

/// The process group of a program while it runs, with its limits.
///
/// A signal is sent only while the program's first process has not been reaped, so that its number cannot be another's.
final class ProgramGroup: Sendable {
    /// A limit of a program.
    enum Limit: Sendable {
        case idle
        case run
    }

    private struct State {
        var id: pid_t = 0
        var limitReached: Limit?
        var isStopping = false
        /// Since when something has been waited for; nil while what was printed is read.
        var waitsSince: ContinuousClock.Instant?
        var watchdog: Task<Void, Never>?
    }

    private let idleTimeout: Duration
    private let runTimeout: Duration
    private let grace: Duration
    private let state = Mutex(State())

    init(idleTimeout: Duration, runTimeout: Duration, grace: Duration) {
        self.idleTimeout = idleTimeout
        self.runTimeout = runTimeout
        self.grace = grace
    }

    /// The limit at which the program was stopped; nil if none was reached.
    var limitReached: Limit? { state.withLock { $0.limitReached } }

    /// Starts to watch the limits.
    func begin(_ id: pid_t) {
        let end = ContinuousClock.now + runTimeout
        let watchdog = Task { [weak self] in
            while let next = self?.check(end), (try? await Task.sleep(until: next)) != nil {}
        }
        state.withLock { state in
            state.id = id
            state.waitsSince = .now
            state.watchdog = watchdog
        }
    }

    /// Stops counting silence while what was printed is read.
    func pause() { state.withLock { $0.waitsSince = nil } }

    /// Counts silence from now on.
    func goOn() { state.withLock { $0.waitsSince = .now } }

    /// Takes note that the program wrote to standard error.
    func noteActivity() {
        state.withLock { state in
            if state.waitsSince != nil { state.waitsSince = .now }
        }
    }

    /// Ends the group: SIGTERM now, SIGKILL after some time.
    func stop() {
        let isFirst = state.withLock { state in
            defer { state.isStopping = true }
            if state.id > 0, !state.isStopping { kill(-state.id, SIGTERM) }
            return !state.isStopping
        }
        guard isFirst else { return }
        Task { [weak self, grace] in
            try? await Task.sleep(for: grace)
            self?.killAll()
        }
    }

    /// Ends what is left of the group, now that its first process has ended and is not reaped yet.
    func finish() {
        killAll()
        state.withLock { state in
            state.id = 0
            state.watchdog?.cancel()
            state.watchdog = nil
        }
    }

    /// Waits until a process has ended, and leaves it to be reaped.
    static func end(of id: pid_t) async {
        await withCheckedContinuation { continuation in
            queue.async {
                var information = siginfo_t()
                while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
                continuation.resume()
            }
        }
    }

    private static let queue = DispatchQueue(label: "agg.programs", attributes: .concurrent)

    private func killAll() {
        state.withLock { state in
            if state.id > 0 { kill(-state.id, SIGKILL) }
        }
    }

    /// When to look again; nil once a limit was reached.
    private func check(_ end: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        let now = ContinuousClock.now
        let next: ContinuousClock.Instant? = state.withLock { state in
            if now >= end {
                state.limitReached = .run
            } else if let since = state.waitsSince, now >= since + idleTimeout {
                state.limitReached = .idle
            } else {
                return min(end, (state.waitsSince ?? now) + idleTimeout)
            }
            return nil
        }
        if next == nil { stop() }
        return next
    }
}

/// The groups of all programs that run, for the end of the process.
final class RunningGroups: Sendable {
    private let ids = Mutex<Set<pid_t>>([])

    func begin(_ id: pid_t) { ids.withLock { _ = $0.insert(id) } }

    func end(_ id: pid_t) { ids.withLock { _ = $0.remove(id) } }

    /// Ends all of them; each is still there, since its number is removed before it is reaped.
    func endAll() {
        ids.withLock { ids in
            for id in ids { kill(-id, SIGKILL) }
        }
    }
}
