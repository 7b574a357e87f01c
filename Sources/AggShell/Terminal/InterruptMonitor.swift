import Dispatch
import Glibc
import Synchronization

/// Says when the person or the system interrupts the process: Ctrl-C, a hang-up, a request to end.
///
/// While a command runs each signal goes to the innermost handler that takes it. While a line is read the signals go to
/// its reader, so that Ctrl-C cancels the line and not a command. There is one monitor in a process.
package final class InterruptMonitor: Sendable {
    /// Does what a signal asks for; false leaves it to the handler that was there before.
    ///
    /// It is called under the monitor's lock, so that it is never called after its work has ended: it must not use the monitor.
    package typealias Handler = @Sendable (ProcessSignal) -> Bool

    private struct State {
        var handlers: [Handler] = []
        var endRequest: ProcessSignal?
        /// The last signal that no handler took.
        var untaken: ProcessSignal?
        /// Whether a line is read.
        var isRedirected = false
        var source: (any DispatchSourceRead)?

        /// Remembers a request to end and tells the handlers, the innermost first, until one takes the signal.
        mutating func take(_ signal: ProcessSignal) {
            if signal.endsSession, endRequest == nil { endRequest = signal }
            let isTaken = handlers.reversed().contains { $0(signal) }
            // What comes late, while a line is read, was meant for the command before it.
            if !isTaken, !isRedirected, signal == .interrupt || signal.endsSession { untaken = signal }
        }
    }

    private let pipe: WakePipe
    private let state: Mutex<State>

    /// Starts to catch SIGINT, SIGHUP and SIGTERM; nil if the process has no descriptors left.
    package init?() {
        guard let pipe = WakePipe() else { return nil }
        self.pipe = pipe
        state = Mutex(State())
        let queue = DispatchQueue(label: "agg.interrupts")
        state.withLock { state in
            let source = DispatchSource.makeReadSource(fileDescriptor: pipe.readEnd, queue: queue)
            source.setEventHandler { [weak self] in self?.deliver(pipe.drain()) }
            source.resume()
            state.source = source
        }
        SignalHandler.send(to: pipe.writeEnd)
        for signal in [ProcessSignal.interrupt, .hangUp, .terminate] { SignalHandler.install(signal) }
    }

    deinit {
        SignalHandler.send(to: -1)
        // A terminal that goes away is the end of its input first, and a hang-up just after: an end in order stays one.
        for signal in [ProcessSignal.interrupt, .terminate] { SignalHandler.remove(signal) }
        state.withLock { $0.source?.cancel() }
    }

    /// Calls the handler, on a queue of the monitor's own, for each signal that arrives during the work while no line is
    /// read; afterwards the earlier handler is in charge again.
    ///
    /// A signal that arrives between two handlers goes to the next one, so that it ends a script between two commands.
    package func whileHandling<Value>(_ handler: @escaping Handler, _ work: () async -> Value) async -> Value {
        state.withLock { state in
            state.handlers.append(handler)
            guard let signal = state.untaken else { return }
            state.untaken = nil
            state.take(signal)
        }
        defer { state.withLock { _ = $0.handlers.popLast() } }
        return await work()
    }

    /// The first hang-up or request to end that arrived; a session ends as soon as there is one.
    package var endRequest: ProcessSignal? {
        state.withLock { $0.endRequest }
    }

    /// Sends the signals to a reader's pipe until `restore`.
    func redirect(to reader: WakePipe) {
        state.withLock { state in
            state.isRedirected = true
            state.untaken = nil
        }
        SignalHandler.send(to: reader.writeEnd)
    }

    /// Takes the signals back, and delivers what the reader was sent and had not read.
    func restore(from reader: WakePipe) {
        // First of all: a signal that arrives from now on is for the command that follows.
        state.withLock { $0.isRedirected = false }
        SignalHandler.send(to: pipe.writeEnd)
        deliver(reader.drain())
    }

    /// Gives signals, as the bytes of a pipe, to the handlers.
    func deliver(_ bytes: [UInt8]) {
        state.withLock { state in
            for signal in bytes.compactMap(ProcessSignal.init(rawValue:)) { state.take(signal) }
        }
    }
}

/// Sends the signals of the process to whoever reads the terminal's keys.
struct SignalRedirection {
    /// Whom they belong to.
    let interrupts: InterruptMonitor
    /// Where they go meanwhile.
    let pipe: WakePipe

    private static let own: [ProcessSignal] = [.windowChange, .suspend, .resume]

    /// Catches what matters while keys are read, and has Ctrl-\ do nothing.
    ///
    /// The threads of a dispatch queue block all signals. Those by which the system stops a process that uses the terminal
    /// from the background must come through, else it would take the terminal from the shell.
    func begin() {
        Self.jobControl(SIG_UNBLOCK)
        _ = pipe.drain()
        interrupts.redirect(to: pipe)
        for signal in Self.own { SignalHandler.install(signal) }
        signal(SIGQUIT, SIG_IGN)
    }

    /// Gives the signals back to the monitor.
    func end() {
        signal(SIGQUIT, SIG_DFL)
        for signal in Self.own { SignalHandler.remove(signal) }
        interrupts.restore(from: pipe)
        Self.jobControl(SIG_BLOCK)
    }

    /// Stops the process as Ctrl-Z does; returns when it goes on.
    static func stopProcess() {
        SignalHandler.remove(.suspend)
        SignalHandler.remove(.resume)
        raise(SIGTSTP)
        SignalHandler.install(.suspend)
        SignalHandler.install(.resume)
    }

    private static func jobControl(_ change: Int32) {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGTSTP, SIGTTIN, SIGTTOU] { sigaddset(&signals, number) }
        pthread_sigmask(change, &signals, nil)
    }
}
