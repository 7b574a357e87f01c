package import AggCommands
import AggFiles
import Glibc

/// Hands links to the desktop's own program for them.
package struct LinkOpener: Sendable {
    private let environment: [String: String]
    private let patience: Duration

    /// Makes an opener that waits so long to hear of a failure.
    package init(environment: [String: String], patience: Duration = .seconds(2)) {
        self.environment = environment
        self.patience = patience
    }

    /// Opens a link: xdg-open gets it as one argument, and no shell reads it.
    ///
    /// Where no browser runs yet xdg-open may become one, and runs on: neither the prompt waits for it, nor does what it
    /// writes come to the terminal, nor Ctrl-C to it.
    ///
    /// - Throws: One sentence where there is no xdg-open or it fails.
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
