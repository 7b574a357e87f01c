import AggFiles
import AggStorage
import Foundation
import Synchronization

/// Reports interruptions of the process by the user or the system: Ctrl-C, a hang-up, a request to end.
///
/// While a command runs, each signal goes to the innermost handler that accepts it. While a line is being read, signals
/// go to its reader, so that Ctrl-C cancels the line and not a command. There is one monitor per process.
package final class InterruptMonitor: Sendable {
    /// Handles a signal; false leaves it to the previous handler.
    ///
    /// It is called while the monitor is locked, so that it is never called after its work has ended; it must not use
    /// the monitor.
    package typealias Handler = @Sendable (ProcessSignal) -> Bool
    /// Handles Ctrl-Z and the signal to resume.
    typealias JobControl = @Sendable (ProcessSignal) -> Void

    private struct State {
        var handlers: [Handler] = []
        var endRequest: ProcessSignal?
        /// The last signal that no handler accepted.
        var untaken: ProcessSignal?
        /// Whether a line is being read.
        var isRedirected = false
        /// Handles Ctrl-Z and the signal to resume; nil if the system does.
        var jobControl: JobControl?
        /// The signals that it has not handled yet.
        var jobSignals: [ProcessSignal] = []

        /// Records a request to end, and calls the handlers, innermost first, until one accepts the signal.
        ///
        /// - Returns: Whether one did.
        mutating func take(_ signal: ProcessSignal) -> Bool {
            if signal == .suspend || signal == .resume {
                if jobControl != nil { jobSignals.append(signal) }
                return false
            }
            if signal.endsSession, endRequest == nil { endRequest = signal }
            let isTaken = handlers.reversed().contains { $0(signal) }
            // A signal that arrives late, while a line is being read, was meant for the command before it.
            if !isTaken, !isRedirected, signal == .interrupt || signal.endsSession { untaken = signal }
            return isTaken
        }

        /// Takes the signals that are in a pipe.
        ///
        /// - Returns: Whether a handler accepted one of them.
        mutating func take(from pipe: WakePipe) -> Bool {
            var isTaken = false
            for signal in pipe.drainSignals() where take(signal) { isTaken = true }
            return isTaken
        }
    }

    /// A byte that stands for no signal: it says that the monitor is gone.
    private static let end: UInt8 = .max

    /// The pipe through which the signal handler reports signals.
    let pipe: WakePipe
    private let state: Mutex<State>

    /// Starts catching SIGINT, SIGHUP, and SIGTERM; nil if the process has no descriptors left.
    package init?() {
        guard let pipe = WakePipe() else { return nil }
        self.pipe = pipe
        state = Mutex(State())
        Thread.detachNewThread { [weak self] in
            // A process may start with signals that its parent has blocked.
            Self.mask(SIG_UNBLOCK)
            while true {
                Self.wait(for: pipe)
                guard let self else { return }
                state.withLock { _ = $0.take(from: pipe) }
                handleJobSignals()
            }
        }
        // So that no signal interrupts a system call of a command.
        if MainThread.current != nil { Self.mask(SIG_BLOCK) }
        SignalHandler.send(to: pipe.writeEnd)
        for signal in [ProcessSignal.interrupt, .hangUp, .terminate] { SignalHandler.install(signal) }
    }

    deinit {
        // A pending signal goes to the handler instead of ending the process before it has written its output.
        if MainThread.current != nil { Self.mask(SIG_UNBLOCK) }
        SignalHandler.send(to: -1)
        // SIGHUP stays caught: when a terminal goes away, its input ends first, and the hang-up that follows must not
        // kill a session that is ending normally.
        for signal in [ProcessSignal.interrupt, .terminate] { SignalHandler.remove(signal) }
        pipe.send(Self.end)
    }

    /// Calls the handler, on the monitor's own thread, for each signal during the work unless a line is being read;
    /// afterward the previous handler applies again.
    ///
    /// A signal that arrives between two handlers goes to the next one, so that it can end a script between two
    /// commands.
    package func whileHandling<Value>(_ handler: @escaping Handler, _ work: () async -> Value) async -> Value {
        state.withLock { state in
            state.handlers.append(handler)
            guard let signal = state.untaken else { return }
            state.untaken = nil
            _ = state.take(signal)
        }
        defer { state.withLock { _ = $0.handlers.popLast() } }
        return await work()
    }

    /// Passes Ctrl-Z and the signal to resume to a handler from now on, on the monitor's own thread, or back to the
    /// system if it is nil.
    ///
    /// The monitor is not locked while the handler stops the process or writes to the terminal.
    func handleJobControl(with handler: JobControl?) {
        state.withLock { ($0.jobControl, $0.jobSignals) = (handler, []) }
        for signal in [ProcessSignal.suspend, .resume] {
            if handler == nil { SignalHandler.remove(signal) } else { SignalHandler.install(signal) }
        }
    }

    private func handleJobSignals() {
        let (handler, signals) = state.withLock { state in
            defer { state.jobSignals = [] }
            return (state.jobControl, state.jobSignals)
        }
        for signal in signals { handler?(signal) }
    }

    /// The first hang-up or request to end; sessions end as soon as there is one.
    package var endRequest: ProcessSignal? {
        state.withLock { $0.endRequest }
    }

    /// Redirects signals to a reader's pipe until `restore`.
    ///
    /// - Returns: Whether a signal that arrived just before interrupted the work that wants to read.
    func redirect(to reader: WakePipe) -> Bool {
        SignalHandler.send(to: reader.writeEnd)
        return state.withLock { state in
            state.isRedirected = true
            state.untaken = nil
            return state.take(from: pipe)
        }
    }

    /// Stops redirecting, and delivers signals that the reader received but had not read.
    func restore(from reader: WakePipe) {
        // This comes first: signals from now on are for the command that follows.
        state.withLock { $0.isRedirected = false }
        SignalHandler.send(to: pipe.writeEnd)
        state.withLock { _ = $0.take(from: reader) }
    }

    /// Waits until there is something to read.
    private static func wait(for pipe: WakePipe) {
        var interest = pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0)
        while poll(&interest, 1, -1) < 0, errno == EINTR {}
    }

    /// Blocks or unblocks the signals of a session and of job control on the caller's thread.
    private static func mask(_ how: Int32) {
        SignalHandler.mask(how, ProcessSignal.allCases.map(\.number) + [SIGTTIN, SIGTTOU])
    }

    /// Delivers a signal to the handlers.
    func deliver(_ signal: ProcessSignal) {
        state.withLock { _ = $0.take(signal) }
    }
}

/// Redirects the process's signals to the code that reads the terminal's keys.
struct SignalRedirection {
    /// The monitor that normally receives them.
    let interrupts: InterruptMonitor
    /// The pipe that receives them while keys are read.
    let pipe: WakePipe

    private static let own: [ProcessSignal] = [.windowChange, .suspend, .resume]

    /// Catches the relevant signals while keys are read, and disables Ctrl-\.
    ///
    /// The threads that run commands block signals. The signals that stop a background process from using the terminal
    /// must get through; otherwise agg would take the terminal away from the shell.
    ///
    /// - Returns: Whether a signal that arrived just before interrupted the work that wants to read.
    func begin() -> Bool {
        Self.jobControl(SIG_UNBLOCK)
        _ = pipe.drain()
        let isInterrupted = interrupts.redirect(to: pipe)
        for signal in Self.own { SignalHandler.install(signal) }
        signal(SIGQUIT, SIG_IGN)
        return isInterrupted
    }

    /// Returns the signals to the monitor.
    func end() {
        signal(SIGQUIT, SIG_DFL)
        for signal in Self.own { SignalHandler.remove(signal) }
        interrupts.restore(from: pipe)
        Self.jobControl(SIG_BLOCK)
    }

    /// Stops the process like Ctrl-Z; returns when it resumes.
    static func stopProcess() {
        SignalHandler.remove(.suspend)
        SignalHandler.remove(.resume)
        raise(SIGTSTP)
        SignalHandler.install(.suspend)
        SignalHandler.install(.resume)
    }

    private static func jobControl(_ how: Int32) { SignalHandler.mask(how, [SIGTSTP, SIGTTIN, SIGTTOU]) }
}
