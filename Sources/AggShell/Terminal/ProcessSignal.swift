import AggFiles
import Glibc
import Synchronization

/// The signals that a session handles.
package enum ProcessSignal: UInt8, Sendable, CaseIterable {
    /// Ctrl-C: cancel the current operation.
    case interrupt
    /// The terminal went away.
    case hangUp
    /// A request to end the process.
    case terminate
    /// The window size changed.
    case windowChange
    /// Ctrl-Z: stop until `fg`.
    case suspend
    /// The process resumes after a stop.
    case resume

    var number: Int32 {
        switch self {
        case .interrupt: SIGINT
        case .hangUp: SIGHUP
        case .terminate: SIGTERM
        case .windowChange: SIGWINCH
        case .suspend: SIGTSTP
        case .resume: SIGCONT
        }
    }

    /// Whether the session should end.
    package var endsSession: Bool { self == .hangUp || self == .terminate }
}

extension WakePipe {
    /// Reads the signals that have arrived, without waiting.
    func drainSignals() -> [ProcessSignal] { drain().compactMap(ProcessSignal.init(rawValue:)) }
}

/// The process's only signal handler: it writes the signal as a byte to a pipe and does nothing else.
///
/// Signals belong to the process, so their destination is the module's only global state.
enum SignalHandler {
    /// The pipe's write end; -1 for none.
    private static let destination = Atomic<Int32>(-1)
    /// The number of threads in the handler.
    private static let running = Atomic<Int>(0)

    /// Sends signals to a pipe from now on; after this returns, the previous pipe receives no more bytes.
    static func send(to writeEnd: Int32) {
        destination.store(writeEnd, ordering: .sequentiallyConsistent)
        while running.load(ordering: .sequentiallyConsistent) > 0 { sched_yield() }
    }

    /// Catches a signal from now on, unless the parent process had it ignored, as `nohup` does.
    static func install(_ signal: ProcessSignal) {
        var current = sigaction()
        let isIgnored =
            sigaction(signal.number, nil, &current) == 0
            && unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self) == ignored
        if isIgnored, signal != .interrupt { return }
        // Accessed here rather than first in the handler, where initializing a global would not be safe.
        _ = (destination.load(ordering: .relaxed), running.load(ordering: .relaxed))
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { number in
            let saved = errno
            SignalHandler.running.add(1, ordering: .sequentiallyConsistent)
            let descriptor = SignalHandler.destination.load(ordering: .sequentiallyConsistent)
            if descriptor >= 0, var byte = SignalHandler.byte(of: number) {
                _ = write(descriptor, &byte, 1)
            }
            SignalHandler.running.subtract(1, ordering: .sequentiallyConsistent)
            errno = saved
        }
        action.sa_flags = SA_RESTART
        sigaction(signal.number, &action, nil)
    }

    /// Restores the default action of a signal, unless it is ignored.
    static func remove(_ signal: ProcessSignal) {
        var current = sigaction()
        guard sigaction(signal.number, nil, &current) == 0,
            unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self) != ignored
        else { return }
        var action = sigaction()
        action.__sigaction_handler.sa_handler = SIG_DFL
        sigaction(signal.number, &action, nil)
    }

    /// Blocks or unblocks signals on the caller's thread (SIG_BLOCK, SIG_UNBLOCK).
    static func mask(_ how: Int32, _ numbers: [Int32]) {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in numbers { sigaddset(&signals, number) }
        pthread_sigmask(how, &signals, nil)
    }

    private static let ignored = 1

    // A switch over plain numbers, since a handler must not allocate.
    private static func byte(of number: Int32) -> UInt8? {
        switch number {
        case SIGINT: ProcessSignal.interrupt.rawValue
        case SIGHUP: ProcessSignal.hangUp.rawValue
        case SIGTERM: ProcessSignal.terminate.rawValue
        case SIGWINCH: ProcessSignal.windowChange.rawValue
        case SIGTSTP: ProcessSignal.suspend.rawValue
        case SIGCONT: ProcessSignal.resume.rawValue
        default: nil
        }
    }
}
