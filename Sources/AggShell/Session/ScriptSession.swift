package import AggCommands
import AggFiles
import AggStorage
import Glibc

/// Runs the lines of a script: continues after a failed command, and ends with the status of the first failure.
package struct ScriptSession: Sendable {
    private let reader: any LineReader
    private let executor: CommandExecutor
    private let streams: StandardStreams
    private let interrupts: InterruptMonitor?
    private let failures: FailurePolicy
    private let place: ScriptPlace

    /// Creates a session; `place` is that of the file it reads, if any.
    package init(
        reader: any LineReader,
        executor: CommandExecutor,
        streams: StandardStreams,
        interrupts: InterruptMonitor?,
        failures: FailurePolicy = FailurePolicy(),
        place: ScriptPlace = ScriptPlace()
    ) {
        self.reader = reader
        self.executor = executor
        self.streams = streams
        self.interrupts = interrupts
        self.failures = failures
        self.place = place
    }

    /// Runs all lines.
    ///
    /// - Returns: The exit status.
    package func run() async -> ExitStatus { await runLines().exitStatus }

    /// Runs all lines.
    ///
    /// - Returns: The status of the first failure, or else whether there are alerts, and how to leave if a line asked to.
    func runLines() async -> CommandExecutor.Executed {
        var firstFailure: ExitStatus?
        var hasAlerts = false
        var status: ExitStatus { firstFailure ?? (hasAlerts ? .alerts : .done) }
        var place = place
        var pending: LineInput?
        var following = 0
        while true {
            var executed: [CommandExecutor.Executed] = []
            place.line = (place.line ?? 0) + 1 + following
            following = 0
            var input: LineInput
            if let line = pending { input = line } else { input = await nextLine() }
            pending = nil
            if case .line(let line) = input {
                let joined = await StatementLines.joined(line, ready: reader.readyLine, next: nextLine)
                (input, pending, following) = (.line(joined.line), joined.next, joined.following)
                // Without its last lines, a statement may mean something else.
                if joined.next == .interrupted { input = .interrupted }
            }
            switch input {
            case .interrupted: return place.file == nil ? .init(status: .interrupted) : executor.interrupted(at: place)
            case .endOfInput: return .init(status: status)
            case .unreadable(let reason): executed = [executor.refuse(reason, at: place)]
            case .line(let line):
                for statement in CommandLine(line).statements {
                    executed.append(await executor.execute(statement, at: place))
                    if let last = executed.last, isLast(last) { break }
                }
            }
            for one in executed {
                if one.status == .alerts {
                    hasAlerts = true
                } else if one.status != .done {
                    firstFailure = firstFailure ?? one.status
                }
                if case .with(let status) = one.leave {
                    return .init(status: status, leave: one.leave, leftAt: one.leftAt ?? place)
                }
                if one.status == .interrupted { return .init(status: .interrupted) }
            }
            guard let last = executed.last, isLast(last) else { continue }
            let isBail = last.leave == nil && streams.outcome == .written
            return .init(status: isBail ? last.status : status, leave: last.leave)
        }
    }

    /// Whether a command is the last to run: the script was left, interrupted, or stopped, or nobody reads its output.
    private func isLast(_ executed: CommandExecutor.Executed) -> Bool {
        executed.leave != nil || failures.stops(after: executed.status) || streams.outcome != .written
    }

    /// The next line, or an interruption while waiting for it: a script may arrive slowly through a pipe.
    private func nextLine() async -> LineInput {
        guard let interrupts else { return await reader.readLine(prompt: "") }
        let reading = Task(executorPreference: MainThread.current) { await reader.readLine(prompt: "") }
        let line = await interrupts.whileHandling { _ in
            reading.cancel()
            return true
        } _: {
            if interrupts.endRequest != nil { reading.cancel() }
            return await reading.value
        }
        // Even if the line came first, since nothing else receives the signal.
        return reading.isCancelled ? .interrupted : line
    }
}

/// The location of a command: a line of the script, or of a file that was read.
package struct ScriptPlace: Hashable, Sendable {
    /// The file; nil for the script given to the program.
    package var file: String?
    /// The line, starting at 1; nil if it was typed.
    package var line: Int?
    /// The nesting depth of files.
    package var depth = 0

    /// Creates a place.
    package init(file: String? = nil, line: Int? = nil, depth: Int = 0) {
        self.file = file
        self.line = line
        self.depth = depth
    }
}

/// When a script ends early.
package struct FailurePolicy: Hashable, Sendable {
    /// Whether it ends at the first failed command (`--bail`).
    package var stopsAtFailure = false
    /// Whether a command that only partly succeeded (status 6) counts as failed (`--strict`).
    package var isStrict = false

    /// Creates a policy; by default a script always continues.
    package init(stopsAtFailure: Bool = false, isStrict: Bool = false) {
        self.stopsAtFailure = stopsAtFailure
        self.isStrict = isStrict
    }

    /// Whether no command runs after one with a status: it was interrupted, or it failed and that ends the script.
    package func stops(after status: ExitStatus) -> Bool {
        let isFailure = ![.done, .alerts].contains(status) && (status != .partial || isStrict)
        return status == .interrupted || stopsAtFailure && isFailure
    }
}

/// An open file of commands.
package final class ScriptFile: Sendable {
    /// The maximum nesting depth of files.
    static let greatestDepth = 16

    /// The path as given.
    let name: String
    let descriptor: Int32

    /// Opens a file.
    ///
    /// - Throws: One sentence if the file does not exist or cannot be read.
    package init(_ name: String) throws(CommandError) {
        let path = HomePath.expanded(name)
        // A blocking open would wait for a writer of a named pipe; the reader waits in a way that can be canceled.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw CommandError(
                code: "not_read", message: "cannot read \(Quoted.text(name)): \(SystemError.last().reason)")
        }
        if isFolder(descriptor) {
            _ = close(descriptor)
            throw CommandError(
                code: "not_read", message: "cannot read \(Quoted.text(name)): it is a folder, not a script")
        }
        self.name = name
        self.descriptor = descriptor
    }

    deinit {
        _ = close(descriptor)
    }
}
