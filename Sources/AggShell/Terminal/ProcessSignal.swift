import Glibc
import Synchronization

/// The signals that mean something to a session.
package enum ProcessSignal: UInt8, Sendable, CaseIterable {
    /// Ctrl-C: cancel what is going on.
    case interrupt
    /// The terminal went away.
    case hangUp
    /// Somebody asks the process to end.
    case terminate
    /// The window has another size.
    case windowChange
    /// Ctrl-Z: stop until `fg`.
    case suspend
    /// The process goes on after a stop.
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

    /// Whether the session is to end.
    package var endsSession: Bool { self == .hangUp || self == .terminate }
}

/// The one signal handler of the process: it writes the signal as a byte to a pipe and does nothing else.
///
/// Signals belong to the process, so where they go is the module's only global state.
enum SignalHandler {
    /// The pipe's end the bytes go to; -1 for nowhere.
    private static let destination = Atomic<Int32>(-1)
    /// How many threads are in the handler.
    private static let running = Atomic<Int>(0)

    /// Sends signals to a pipe from now on; no byte goes to the one before it once this returns.
    static func send(to writeEnd: Int32) {
        destination.store(writeEnd, ordering: .sequentiallyConsistent)
        while running.load(ordering: .sequentiallyConsistent) > 0 { sched_yield() }
    }

    /// Catches a signal from now on, unless it was set to be ignored from outside, as `nohup` does.
    static func install(_ signal: ProcessSignal) {
        var current = sigaction()
        let isIgnored =
            sigaction(signal.number, nil, &current) == 0
            && unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self) == ignored
        if isIgnored, signal != .interrupt { return }
        // Reached here and not first inside the handler, where initializing a global would not be safe.
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

    /// Gives a signal its default meaning back, unless it is ignored.
    static func remove(_ signal: ProcessSignal) {
        var current = sigaction()
        guard sigaction(signal.number, nil, &current) == 0,
            unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self) != ignored
        else { return }
        var action = sigaction()
        action.__sigaction_handler.sa_handler = SIG_DFL
        sigaction(signal.number, &action, nil)
    }

    private static let ignored = 1

    // A switch over plain numbers: a handler must not allocate.
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
