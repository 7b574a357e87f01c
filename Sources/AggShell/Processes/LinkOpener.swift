package import AggCommands
import AggCore

/// Hands links to the desktop's own program for them.
package struct LinkOpener: Sendable {
    private let environment: [String: String]
    private let interrupts: InterruptMonitor?

    /// Makes an opener.
    package init(environment: [String: String], interrupts: InterruptMonitor?) {
        self.environment = environment
        self.interrupts = interrupts
    }

    /// Opens a link: xdg-open gets it as one argument, and no shell reads it.
    ///
    /// - Throws: One sentence where there is no xdg-open or it fails.
    package func open(_ link: String) async throws(CommandError) {
        guard let program = Executable.path(of: "xdg-open", in: environment) else {
            throw failure("there is no xdg-open to open the link with (Debian has it in xdg-utils): \(link)")
        }
        switch await ChildProcess(arguments: [program, link], environment: environment).run(
            feeding: nil, interrupts: interrupts)
        {
        case .exited(0): break
        case .exited(let status): throw failure("xdg-open ended with status \(status): \(link)")
        case .killed(let signal): throw failure("xdg-open was ended by signal \(signal): \(link)")
        case .refused(let number):
            throw failure("xdg-open could not be started (\(SystemError(number: number).reason)): \(link)")
        }
    }

    private func failure(_ message: String) -> CommandError { CommandError(code: "not_opened", message: message) }
}
