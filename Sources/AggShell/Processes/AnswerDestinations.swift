import AggCommands
import AggFiles
import Glibc

/// A file that receives an answer instead of standard output.
struct AnswerFile {
    let path: String
    let appends: Bool

    /// Writes an answer; the file is created or emptied only now, so that a failed command leaves it unchanged.
    ///
    /// - Throws: One sentence with the system's reason; `.interrupted` if stopped by Ctrl-C.
    func write(_ text: AnswerText) async throws(CommandError) {
        let descriptor = try await opened()
        let outcome = DescriptorWriter.write(text, to: descriptor)
        let isClosed = close(descriptor) == 0
        let reason = errno
        switch outcome {
        case .failed(let number): throw failure(number)
        case .closed: throw failure(EPIPE)
        case .written where !isClosed: throw failure(reason)
        case .written where Task.isCancelled: throw .interrupted
        case .stopped: throw .interrupted
        case .written: break
        }
    }

    /// Whether an answer follows text that is in the file.
    var continuesText: Bool {
        var status = stat()
        return appends && stat(HomePath.expanded(path), &status) == 0 && status.st_size > 0
    }

    /// Opens the file.
    ///
    /// If nobody is reading a named pipe yet, this waits without blocking, so that Ctrl-C can end the wait.
    private func opened() async throws(CommandError) -> Int32 {
        let mode = O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | (appends ? O_APPEND : O_TRUNC)
        let place = HomePath.expanded(path)
        while true {
            let descriptor = open(place, mode, 0o666)
            if descriptor >= 0 { return descriptor }
            let reason = errno
            guard reason == ENXIO, Self.isPipe(place) else { throw failure(reason) }
            do { try await Task.sleep(for: .milliseconds(50)) } catch { throw .interrupted }
        }
    }

    private static func isPipe(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    private func failure(_ number: Int32) -> CommandError {
        CommandError(
            code: "not_written",
            message: "cannot write \(Quoted.text(path)): \(SystemError(number: number).reason)")
    }
}

/// A shell command that receives an answer instead of standard output.
struct AnswerPipe {
    let command: String
    let environment: [String: String]

    /// Runs the command with the answer on its standard input; the command need not read all of it.
    ///
    /// - Throws: One sentence if the command does not exist or fails; `.interrupted` if ended by Ctrl-C.
    func write(_ text: AnswerText, interrupts: InterruptMonitor?) async throws(CommandError) {
        let shell = ShellCommand(text: command)
        if let missing = shell.missingProgram(in: environment) {
            throw failure("cannot pipe to \(Quoted.text(missing)): no such program")
        }
        let child = ChildProcess(arguments: shell.arguments, environment: environment)
        switch await child.run(feeding: text, interrupts: interrupts) {
        case .exited(0), .killed(SIGPIPE): break
        // A shell ended by Ctrl-C may report that by a status instead of ending by the signal itself.
        case .killed(SIGINT), .exited(128 + SIGINT): throw .interrupted
        case .exited(let status): throw failure("\(Quoted.text(command)) exited with status \(status)")
        case .killed(let signal): throw failure("\(Quoted.text(command)) was killed by signal \(signal)")
        case .refused(let number):
            throw failure("cannot start \(Quoted.text(command)): \(SystemError(number: number).reason)")
        }
    }

    private func failure(_ message: String) -> CommandError { CommandError(code: "pipe_failed", message: message) }
}
