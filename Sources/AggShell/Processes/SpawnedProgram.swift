import Dispatch
import Glibc

/// A program that this process starts and waits for.
///
/// It starts with the signal handling a shell would give it: this process ignores some signals, which a child must not
/// inherit.
struct SpawnedProgram {
    /// The destination of one of the program's standard streams.
    enum Stream {
        case shared
        case nowhere
        case descriptor(Int32)
    }

    /// The program's path and its arguments.
    var arguments: [String]
    var environment: [String: String]
    var input = Stream.nowhere
    var output = Stream.shared
    var errors = Stream.shared
    /// Whether it gets its own process group, so that everything it starts can be ended along with it.
    var hasOwnGroup = false

    /// Starts the program.
    ///
    /// - Returns: 0, or the system's error number.
    func start(_ pid: inout pid_t) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in [(STDIN_FILENO, input), (STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
            switch stream {
            case .shared: break
            case .nowhere: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
            case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, number)
            }
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
        posix_spawnattr_setpgroup(&attributes, 0)
        let group = hasOwnGroup ? POSIX_SPAWN_SETPGROUP : 0
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | group))
        let words = arguments.map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        return posix_spawn(&pid, arguments[0], &actions, &attributes, words, variables)
    }

    /// Waits until a started program has ended, without collecting its status, so its number still belongs to it.
    static func waitForEnd(of pid: pid_t) {
        var information = siginfo_t()
        while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    }

    /// Waits for a started program and returns how it ended.
    static func wait(for pid: pid_t) -> ChildProcess.Ending {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return ending(status)
    }

    /// Waits for a limited time for a program that may keep running, or until the task is canceled.
    ///
    /// - Returns: How it ended; nil if it is still running.
    static func wait(for pid: pid_t, atMost patience: Duration) async -> ChildProcess.Ending? {
        let end = ContinuousClock.now + patience
        var status: Int32 = 0
        while ContinuousClock.now < end, !Task.isCancelled {
            if waitpid(pid, &status, WNOHANG) == pid { return ending(status) }
            try? await Task.sleep(for: .milliseconds(20))
        }
        // Its exit status must be collected, whenever it ends.
        DispatchQueue(label: "agg.children.left").async { _ = wait(for: pid) }
        return nil
    }

    private static func ending(_ status: Int32) -> ChildProcess.Ending {
        let signal = status & 0x7F
        return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal)
    }
}
