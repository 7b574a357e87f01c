import Glibc

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
