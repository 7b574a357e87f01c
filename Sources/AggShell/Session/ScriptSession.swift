package import AggCommands
import AggFiles
import Glibc

/// Runs the lines of a script: goes on after a command that failed, and ends with the first failure's status.
package struct ScriptSession: Sendable {
    private let reader: any LineReader
    private let executor: CommandExecutor
    private let streams: StandardStreams
    private let interrupts: InterruptMonitor?
    private let failures: FailurePolicy
    private let place: ScriptPlace

    /// Makes a session; its place is that of the file it reads, where it reads one.
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
    /// - Returns: The status to end with.
    package func run() async -> ExitStatus { await runLines().exitStatus }

    /// Runs all lines.
    ///
    /// - Returns: The status of the first failure, and how to leave where a line said so.
    func runLines() async -> CommandExecutor.Executed {
        var firstFailure: ExitStatus?
        var place = place
        while true {
            var executed: [CommandExecutor.Executed] = []
            place.line = (place.line ?? 0) + 1
            switch await nextLine() {
            case .interrupted: return place.file == nil ? .init(status: .interrupted) : executor.interrupted(at: place)
            case .endOfInput: return .init(status: firstFailure ?? .done)
            case .unreadable(let reason): executed = [executor.refuse(reason, at: place)]
            case .line(let line):
                for statement in CommandLine(line).statements {
                    executed.append(await executor.execute(statement, at: place))
                    if let last = executed.last, isLast(last) { break }
                }
            }
            for one in executed {
                if one.status != .done { firstFailure = firstFailure ?? one.status }
                if case .with(let status) = one.leave { return .init(status: status, leave: one.leave) }
                if one.status == .interrupted { return .init(status: .interrupted) }
            }
            guard let last = executed.last, isLast(last) else { continue }
            let isBail = last.leave == nil && streams.outcome == .written
            return .init(status: isBail ? last.status : firstFailure ?? .done, leave: last.leave)
        }
    }

    /// Whether no command runs after one that ended so: the script is left, interrupted, stopped, or nobody reads it.
    private func isLast(_ executed: CommandExecutor.Executed) -> Bool {
        let isFailure =
            failures.stopsAtFailure && executed.status != .done && (executed.status != .partial || failures.isStrict)
        return executed.leave != nil || executed.status == .interrupted || isFailure || streams.outcome != .written
    }

    /// The next line, or an interruption while it is waited for: a script may come slowly through a pipe.
    private func nextLine() async -> LineInput {
        guard let interrupts else { return await reader.readLine(prompt: "") }
        let reading = Task { await reader.readLine(prompt: "") }
        let line = await interrupts.whileHandling { _ in
            reading.cancel()
            return true
        } _: {
            if interrupts.endRequest != nil { reading.cancel() }
            return await reading.value
        }
        // Also if the line came first: nothing else hears of the signal.
        return reading.isCancelled ? .interrupted : line
    }
}

/// Where a command stands: on a line of the script, or of a file that was read.
package struct ScriptPlace: Hashable, Sendable {
    /// The file; nil for the script that the program was given.
    package var file: String?
    /// The line, from 1; nil if it was typed.
    package var line: Int?
    /// How many files deep.
    package var depth = 0

    /// Makes a place.
    package init(file: String? = nil, line: Int? = nil, depth: Int = 0) {
        self.file = file
        self.line = line
        self.depth = depth
    }
}

/// When a script ends early.
package struct FailurePolicy: Hashable, Sendable {
    /// Whether it ends at the first command that failed (`--bail`).
    package var stopsAtFailure = false
    /// Whether a command that was only partly done (status 6) counts as failed (`--strict`).
    package var isStrict = false

    /// Makes a policy; without arguments a script goes on whatever happens.
    package init(stopsAtFailure: Bool = false, isStrict: Bool = false) {
        self.stopsAtFailure = stopsAtFailure
        self.isStrict = isStrict
    }
}

/// A file of commands, opened.
package final class ScriptFile: Sendable {
    /// How deep files may read files.
    static let greatestDepth = 16

    /// The path as it was given.
    let name: String
    let descriptor: Int32

    /// Opens a file.
    ///
    /// - Throws: One sentence where there is none, or it cannot be read.
    package init(_ name: String) throws(CommandError) {
        let path = HomePath.expanded(name)
        // A named pipe that nobody writes to yet would hold up a blocking open; its reader waits in a way that can be ended.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw CommandError(
                code: "not_read", message: "\(Quoted.text(name)) could not be read: \(SystemError.last().reason)")
        }
        if isFolder(descriptor) {
            _ = close(descriptor)
            throw CommandError(code: "not_read", message: "\(Quoted.text(name)) is a folder, not a script")
        }
        self.name = name
        self.descriptor = descriptor
    }

    deinit {
        _ = close(descriptor)
    }
}
