import Dispatch
import Glibc
import Synchronization

/// The process group of a running program, with its time limits.
///
/// Signals are sent only until the program's first process is reaped, since the system may then reuse its id.
final class ProgramGroup: Sendable {
    /// A time limit of a program.
    enum Limit: Sendable {
        case idle
        case run
    }

    private struct State {
        var id: pid_t = 0
        var limitReached: Limit?
        var isStopping = false
        var hasFirstEnded = false
        var hasLeftovers = false
        var end = ContinuousClock.now
        /// When the wait for output started; nil while output is being processed.
        var waitsSince: ContinuousClock.Instant?
        var watchdog: Task<Void, Never>?
    }

    /// How late a check may be without being taken for a pause of the machine.
    private static let tolerance = Duration.milliseconds(500)

    private let output: OutputPipe
    private let idleTimeout: Duration
    private let runTimeout: Duration
    private let grace: Duration
    private let state = Mutex(State())

    init(_ output: OutputPipe, idleTimeout: Duration, runTimeout: Duration, grace: Duration) {
        self.output = output
        self.idleTimeout = idleTimeout
        self.runTimeout = runTimeout
        self.grace = grace
    }

    /// The limit that stopped the program; nil if none was reached.
    var limitReached: Limit? { state.withLock { $0.limitReached } }

    /// Whether processes were killed that kept the output open after the first process had ended.
    var hasLeftovers: Bool { state.withLock { $0.hasLeftovers } }

    /// Starts watching the limits.
    func begin(_ id: pid_t) {
        state.withLock { state in
            state.id = id
            state.end = .now + runTimeout
            state.waitsSince = .now
        }
        watch()
    }

    /// Gives processes that still write a short time, once the first process has ended; a stopped program gets none.
    func firstDidEnd() {
        let isStopping = state.withLock { state in
            state.hasFirstEnded = true
            if state.waitsSince != nil { state.waitsSince = .now }
            return state.isStopping
        }
        if isStopping || Task.isCancelled { killAll() } else { watch() }
    }

    private func watch() {
        let watchdog = Task { [weak self] in
            var planned = ContinuousClock.now
            while let next = self?.check(planned), (try? await Task.sleep(until: next)) != nil { planned = next }
        }
        state.withLock { state in
            state.watchdog?.cancel()
            state.watchdog = watchdog
        }
    }

    /// Stops the idle timer while output is processed.
    func pause() { state.withLock { $0.waitsSince = nil } }

    /// Restarts the idle timer.
    func goOn() { state.withLock { $0.waitsSince = .now } }

    /// Resets the idle timer, because the program wrote to standard error.
    func noteActivity() {
        state.withLock { state in
            if state.waitsSince != nil { state.waitsSince = .now }
        }
    }

    /// Ends the group: SIGTERM now, SIGKILL after the grace period.
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

    /// Kills the rest of the group after its first process has ended, before that process is reaped.
    func finish() {
        killAll()
        state.withLock { state in
            state.id = 0
            state.watchdog?.cancel()
            state.watchdog = nil
        }
    }

    /// Waits until a process has ended, without reaping it.
    static func end(of id: pid_t) async {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "agg.programs.end").async {
                var information = siginfo_t()
                while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
                continuation.resume()
            }
        }
    }

    private func killAll() {
        state.withLock { state in
            if state.id > 0 { kill(-state.id, SIGKILL) }
        }
        // A process that has left the group may still hold the output.
        output.stop()
    }

    /// Whether the first process has ended, and nothing can write to its output anymore.
    private var isOver: Bool {
        state.withLock { state in
            var information = siginfo_t()
            return state.id > 0 && output.isClosed
                && waitid(P_PID, id_t(state.id), &information, WEXITED | WNOWAIT | WNOHANG) == 0
                && information.si_signo == SIGCHLD
        }
    }

    /// The time of the next check; nil once a limit is reached.
    func check(_ planned: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        // On a busy machine, agg may notice the end of a program long after it. Only a running program can exceed a limit.
        if isOver { return .now + grace }
        // On a busy machine, output may wait for agg rather than agg for output.
        let isLate = output.isReady
        let now = ContinuousClock.now
        let (next, hasLeftovers): (ContinuousClock.Instant?, Bool) = state.withLock { state in
            // While agg could not run, because the machine was asleep or busy, the program probably could not either.
            if now - planned > Self.tolerance {
                state.end += now - planned
                if state.waitsSince != nil { state.waitsSince = now }
            }
            let patience = state.hasFirstEnded ? min(grace, idleTimeout) : idleTimeout
            if now >= state.end {
                state.limitReached = .run
            } else if let since = state.waitsSince, now >= since + patience, !isLate {
                if state.hasFirstEnded { state.hasLeftovers = true } else { state.limitReached = .idle }
            } else {
                let since = isLate ? now : state.waitsSince ?? now
                return (min(state.end, since + patience), false)
            }
            return (nil, state.hasLeftovers)
        }
        if next == nil { if hasLeftovers { killAll() } else { stop() } }
        return next
    }
}

/// The groups of all running programs, to be ended when agg ends.
final class RunningGroups: Sendable {
    /// The groups by id, and whether each was sent SIGTERM because its task was canceled.
    private let groups = Mutex<[pid_t: Bool]>([:])

    func begin(_ id: pid_t) { groups.withLock { $0[id] = false } }

    func end(_ id: pid_t) { groups.withLock { $0[id] = nil } }

    /// Notes that a group was sent SIGTERM: a second one could interrupt the program while it cleans up.
    func noteTermination(_ id: pid_t) {
        groups.withLock { groups in
            if groups[id] != nil { groups[id] = true }
        }
    }

    /// Ends all groups: SIGTERM now, SIGKILL after the grace period; returns when all have ended or been killed.
    ///
    /// Each still exists when it gets a signal, since its id is removed before it is reaped.
    func endAll(grace: Duration) async {
        groups.withLock { groups in
            for (id, isTerminated) in groups where !isTerminated { kill(-id, SIGTERM) }
        }
        let end = ContinuousClock.now + grace
        while groups.withLock({ !$0.isEmpty }), .now < end { try? await Task.sleep(for: .milliseconds(10)) }
        groups.withLock { groups in
            for id in groups.keys { kill(-id, SIGKILL) }
        }
    }
}
