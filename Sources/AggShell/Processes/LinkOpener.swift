package import AggCommands
import AggFiles
import AggProcess
import Glibc

/// Opens links with the desktop's own program.
package struct LinkOpener: Sendable {
    private let environment: [String: String]
    private let patience: Duration

    /// Creates an opener that waits this long for a failure to be reported.
    package init(environment: [String: String], patience: Duration = .seconds(2)) {
        self.environment = environment
        self.patience = patience
    }

    /// Opens a link: xdg-open receives it as one argument, and no shell parses it.
    ///
    /// If no browser is running, xdg-open may become one and keep running: the prompt does not wait for it, its output
    /// does not reach the terminal, and Ctrl-C does not reach it.
    ///
    /// - Throws: One sentence if there is no xdg-open or it fails.
    package func open(_ link: String) async throws(CommandError) {
        guard let path = Executable.path(of: "xdg-open", in: environment) else {
            throw failure("there is no xdg-open to open the link with (Debian has it in xdg-utils): \(link)")
        }
        let program = SpawnedProgram(
            arguments: [path, link], environment: environment, output: .nowhere, errors: .nowhere, hasOwnGroup: true)
        var pid: pid_t = 0
        let refusal = program.start(&pid)
        let ending = refusal == 0 ? await SpawnedProgram.wait(for: pid, atMost: patience) : .refused(refusal)
        switch ending {
        case nil, .exited(0): break
        case .exited(let status): throw failure("xdg-open ended with status \(status): \(link)")
        case .killed(let signal): throw failure("xdg-open was ended by signal \(signal): \(link)")
        case .refused(let number):
            throw failure("xdg-open could not be started (\(SystemError(number: number).reason)): \(link)")
        }
    }

    private func failure(_ message: String) -> CommandError { CommandError(code: "not_opened", message: message) }
}
