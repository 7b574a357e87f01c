import AggCommands
import AggFiles
import Dispatch
import Glibc
import Synchronization

/// A program that is run to completion, optionally with text on its standard input.
///
/// It shares standard output and standard error, and is told to use UTF-8 if no locale is set, as agg does.
struct ChildProcess: Sendable {
    /// How it ended.
    enum Ending: Hashable, Sendable {
        /// Exited with a status.
        case exited(Int32)
        /// Ended by a signal.
        case killed(Int32)
        /// Failed to start, with the system's error number.
        case refused(Int32)
    }

    /// The program's path and its arguments.
    let arguments: [String]
    let environment: [String: String]
    /// Whether it reads this process's standard input, if no text is fed to it.
    var sharesInput = false

    /// Runs the program; signals that arrive while it runs go to it, or else to the previous handler.
    ///
    /// After a request to end, a program that has stopped reading is not sent the rest of the text.
    func run(feeding input: AnswerText?, interrupts: InterruptMonitor?) async -> Ending {
        let pid = SharedProcessID()
        guard let interrupts else { return await run(feeding: input, pid) { false } }
        return await interrupts.whileHandling { signal in
            pid.pass(signal)
        } _: {
            let ending = await run(feeding: input, pid) { interrupts.endRequest != nil }
            // Ctrl-C reaches the program and this process. If it came later here, it would interrupt the next command.
            if ending == .killed(SIGINT) { await pid.waitForInterrupt(atMost: .seconds(1)) }
            return ending
        }
    }

    private func run(
        feeding input: AnswerText?, _ pid: SharedProcessID, isEnding: @escaping @Sendable () -> Bool
    ) async -> Ending {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "agg.children").async {
                continuation.resume(returning: runAndWait(feeding: input, pid, isEnding))
            }
        }
    }

    private func runAndWait(
        feeding input: AnswerText?, _ shared: SharedProcessID, _ isEnding: () -> Bool
    ) -> Ending {
        let ends = input == nil ? nil : OwnPipe.open()
        if input != nil, ends == nil { return .refused(errno) }
        var pid: pid_t = 0
        let program = SpawnedProgram(
            arguments: arguments, environment: TerminalLocale.forPrograms(environment),
            input: ends.map { .descriptor($0.readEnd) } ?? (sharesInput ? .shared : .nowhere))
        let refusal = program.start(&pid)
        if let ends { close(ends.readEnd) }
        if refusal == 0 { shared.set(pid) }
        if let input, let ends {
            if refusal == 0 { _ = DescriptorWriter.write(input, to: ends.writeEnd, isStopped: isEnding) }
            close(ends.writeEnd)
        }
        guard refusal == 0 else { return .refused(refusal) }
        SpawnedProgram.waitForEnd(of: pid)
        // The system may reuse the number once the status is collected, so no signal may be sent to it from then on.
        shared.set(0)
        return SpawnedProgram.wait(for: pid)
    }
}

/// The process that signals are passed to, while there is one.
private final class SharedProcessID: Sendable {
    private let state = Mutex<(pid: pid_t, isInterrupted: Bool)>((0, false))

    func set(_ pid: pid_t) { state.withLock { $0.pid = pid } }

    /// Passes the process a signal, or SIGTERM if it ends the session; false if there is no process.
    func pass(_ signal: ProcessSignal) -> Bool {
        state.withLock { state in
            if signal == .interrupt { state.isInterrupted = true }
            return state.pid > 0 && kill(state.pid, signal.endsSession ? SIGTERM : signal.number) == 0
        }
    }

    /// Waits until this process has received an interrupt; it receives none if only the program was sent one.
    func waitForInterrupt(atMost patience: Duration) async {
        let end = ContinuousClock.now + patience
        while ContinuousClock.now < end, !Task.isCancelled, !state.withLock({ $0.isInterrupted }) {
            try? await Task.sleep(for: .milliseconds(5))
        }
    }
}
