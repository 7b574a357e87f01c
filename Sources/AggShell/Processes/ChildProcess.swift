import AggCommands
import Dispatch
import Glibc
import Synchronization

/// A program that is run to its end, with a text on its standard input or none.
///
/// It shares standard output and standard error, and begins with the signals as a shell would leave them: this process
/// ignores SIGPIPE, which a child must not inherit.
struct ChildProcess: Sendable {
    /// How it ended.
    enum Ending: Hashable, Sendable {
        /// By itself, with a status.
        case exited(Int32)
        /// By a signal.
        case killed(Int32)
        /// It was not started, for the system's reason.
        case refused(Int32)
    }

    /// The program's path and its arguments.
    let arguments: [String]
    let environment: [String: String]
    private static let queue = DispatchQueue(label: "agg.children", attributes: .concurrent)

    /// Runs it; signals that arrive meanwhile go to it too.
    func run(feeding input: AnswerText?, interrupts: InterruptMonitor?) async -> Ending {
        let pid = SharedProcessID()
        interrupts?.setHandler { signal in pid.send(signal.endsSession ? SIGTERM : signal.number) }
        defer { interrupts?.setHandler(nil) }
        return await withCheckedContinuation { continuation in
            Self.queue.async { continuation.resume(returning: runAndWait(feeding: input, pid)) }
        }
    }

    private func runAndWait(feeding input: AnswerText?, _ shared: SharedProcessID) -> Ending {
        var ends: [Int32] = [-1, -1]
        if input != nil, pipe(&ends) != 0 { return .refused(errno) }
        for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var pid: pid_t = 0
        let refusal = start(&pid, readEnd: input == nil ? nil : ends[0])
        if input != nil { close(ends[0]) }
        if refusal == 0 { shared.set(pid) }
        if let input {
            if refusal == 0 { _ = DescriptorWriter.write(input, to: ends[1]) }
            close(ends[1])
        }
        guard refusal == 0 else { return .refused(refusal) }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        shared.set(0)
        let signal = status & 0x7F
        return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal)
    }

    /// Starts the program.
    ///
    /// - Returns: 0, or the system's error number.
    private func start(_ pid: inout pid_t, readEnd: Int32?) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let readEnd {
            posix_spawn_file_actions_adddup2(&actions, readEnd, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH, SIGCONT] {
            sigaddset(&signals, signal)
        }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        let words = arguments.map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        return posix_spawn(&pid, arguments[0], &actions, &attributes, words, variables)
    }
}

/// The process a signal is handed on to, while there is one.
private final class SharedProcessID: Sendable {
    private let pid = Mutex<pid_t>(0)

    func set(_ pid: pid_t) { self.pid.withLock { $0 = pid } }

    func send(_ signal: Int32) {
        pid.withLock { if $0 > 0 { kill($0, signal) } }
    }
}
