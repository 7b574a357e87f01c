import Foundation
package import Glibc

/// A program on its own pseudo-terminal, and the screen that a person would see.
open class PseudoTerminal {
    /// Something expected did not appear on the screen in time.
    package struct NotSeen: Error, CustomStringConvertible {
        /// What was expected, and what was on the screen.
        package let description: String
    }

    /// A failed system call.
    package struct SystemFailure: Error {
        let call: String
        let number = errno
    }

    /// What a person sees.
    package private(set) var screen: TerminalScreen
    /// All that was written to the terminal, byte for byte.
    package private(set) var transcript: [UInt8] = []
    /// The process of the program.
    package let process: pid_t

    // The C headers define these with macros that Swift does not import: TIOCGPTN and TIOCSPTLCK.
    private static let getNumber: UInt = 0x8004_5430
    private static let setLock: UInt = 0x4004_5431

    private var master: Int32
    private var status: Int32?
    /// The folder that the program uses, which must outlive it.
    private let folder: TemporaryFolder?

    /// Starts a program by its path and arguments, with only TERM, PATH, and the given environment variables.
    package init(
        _ command: [String], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
        in folder: TemporaryFolder? = nil
    ) throws {
        self.folder = folder
        screen = TerminalScreen(columns: columns, rows: rows)
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        var number: Int32 = 0
        var unlock: Int32 = 0
        try Self.require("TIOCGPTN", ioctl(master, Self.getNumber, &number))
        try Self.require("TIOCSPTLCK", ioctl(master, Self.setLock, &unlock))
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        try Self.require("TIOCSWINSZ", ioctl(master, UInt(TIOCSWINSZ), &size))
        let variables = ["TERM": "xterm", "PATH": "/usr/bin:/bin"].merging(environment) { $1 }
        process = try Self.spawn(command, on: "/dev/pts/\(number)", environment: variables)
    }

    deinit {
        if master >= 0 { close(master) }
        if status == nil {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
    }

    /// Presses keys.
    package func type(_ keys: String) throws {
        var rest = Array(keys.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EAGAIN else { throw SystemFailure(call: "write") }
            rest = rest.dropFirst(max(0, count))
            if count < 0 { usleep(1_000) }
            read()
        }
    }

    /// The time after which something that has not happened never will, even on a busy machine.
    package static let patience = Duration.seconds(Sanitizer.isOn ? 300 : 60)

    /// Waits until the screen meets a condition; at the time limit, fails with the screen.
    package func wait(
        for what: String, within limit: Duration = patience, until isSeen: (TerminalScreen) -> Bool
    ) async throws {
        let deadline = ContinuousClock.now + limit
        read()
        while !isSeen(screen) {
            guard ContinuousClock.now < deadline else {
                throw NotSeen(description: "no \(what) on the screen:\n\(screen.text)")
            }
            try await Task.sleep(for: .milliseconds(2))
            read()
        }
    }

    /// Waits for text anywhere on the screen.
    package func wait(for text: String) async throws {
        try await wait(for: text) { $0.text.contains(text) }
    }

    /// Waits until the cursor is in a row with exactly this text.
    package func waitAtLine(_ line: String) async throws {
        try await wait(for: "line \(line)") { $0.lines[$0.row] == line }
    }

    /// Waits for an empty prompt at the cursor and for raw mode: keys typed before that are echoed as they are.
    package func waitForPrompt() async throws {
        try await wait(for: "prompt") { $0.lines[$0.row] == "agg>" && !isCooked }
    }

    /// Types a line at the prompt, and waits for the next prompt.
    package func submit(_ line: String) async throws {
        try type(line)
        try await waitAtLine("agg> " + line)
        try type("\r")
        try await waitForPrompt()
    }

    /// Changes the width of the window.
    package func resize(columns: Int) throws {
        var size = winsize(ws_row: UInt16(screen.cells.count), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        screen.resize(columns: columns)
        try Self.require("TIOCSWINSZ", ioctl(master, UInt(TIOCSWINSZ), &size))
    }

    /// Whether the terminal is in the modes a shell expects: whole lines, echoed.
    package var isCooked: Bool {
        var modes = termios()
        tcgetattr(master, &modes)
        return modes.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == tcflag_t(ICANON | ECHO | ISIG)
    }

    /// Closes the terminal, as closing its window does.
    package func hangUp() {
        close(master)
        master = -1
    }

    /// Waits until the program exits, and returns its wait status.
    package func waitForExit() async throws -> Int32 {
        let deadline = ContinuousClock.now + Self.patience
        while status == nil {
            var found: Int32 = 0
            if waitpid(process, &found, WNOHANG) == process { status = found }
            guard ContinuousClock.now < deadline else { throw NotSeen(description: "still running:\n\(screen.text)") }
            try await Task.sleep(for: .milliseconds(2))
            read()
        }
        return status ?? -1
    }

    private static func require(_ call: String, _ result: Int32) throws {
        guard result == 0 else { throw SystemFailure(call: call) }
    }

    /// Reads what has arrived, but only up to a limit, so that a test can react while a program writes without a pause.
    private func read() {
        var block = [UInt8](repeating: 0, count: 65_536)
        var rest = block.count
        while rest > 0, case let count = Glibc.read(master, &block, block.count), count > 0 {
            rest -= count
            screen.feed(block[..<count])
            transcript += block[..<count]
        }
    }

    private static func spawn(
        _ command: [String], on terminal: String, environment: [String: String]
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        // Opened by the leader of a new session, the terminal becomes that session's.
        posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        // Otherwise it would keep open the pipes of other tests, which wait for them to close.
        for descriptor in 3..<Int32(min(sysconf(Int32(_SC_OPEN_MAX)), 1_024)) {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        // The threads that run tests block signals, and a child would inherit that.
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let newSession: Int32 = 0x80
        posix_spawnattr_setflags(
            &attributes, Int16(newSession | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)))
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (arguments + variables).forEach { free($0) } }
        var process: pid_t = 0
        try require("posix_spawn", posix_spawn(&process, command[0], &actions, &attributes, &arguments, &variables))
        return process
    }
}
