package import AggCommands
import AggFiles
import AggProcess
import Glibc

/// Opens links with the desktop's default program.
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
    /// - Throws: One sentence if xdg-open is not installed or fails.
    package func open(_ link: String) async throws(CommandError) {
        guard let path = Executable.path(of: "xdg-open", in: environment) else {
            throw failure("cannot open \(link): xdg-open is not installed (Debian: xdg-utils)")
        }
        let program = SpawnedProgram(
            arguments: [path, link], environment: environment, output: .nowhere, errors: .nowhere, hasOwnGroup: true)
        var pid: pid_t = 0
        let refusal = program.start(&pid)
        let ending = refusal == 0 ? await SpawnedProgram.wait(for: pid, atMost: patience) : .refused(refusal)
        switch ending {
        case nil, .exited(0): break
        case .exited(let status): throw failure("cannot open \(link): xdg-open exited with status \(status)")
        case .killed(let signal): throw failure("cannot open \(link): xdg-open was killed by signal \(signal)")
        case .refused(let number):
            throw failure("cannot open \(link): cannot start xdg-open (\(SystemError(number: number).reason))")
        }
    }

    private func failure(_ message: String) -> CommandError { CommandError(code: "not_opened", message: message) }
}
