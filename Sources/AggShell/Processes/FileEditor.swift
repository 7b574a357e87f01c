package import AggCommands
import AggFiles
import Glibc

/// Opens a file in the user's editor: the program given by VISUAL or EDITOR, else vi.
package struct FileEditor: Sendable {
    private let environment: [String: String]
    private let streams: StandardStreams
    private let interrupts: InterruptMonitor?

    /// Creates an editor; while it runs, it has the terminal, and signals that arrive go to it.
    package init(environment: [String: String], streams: StandardStreams, interrupts: InterruptMonitor?) {
        self.environment = environment
        self.streams = streams
        self.interrupts = interrupts
    }

    /// Runs the editor on a file until it exits; errors don't mention a temporary file.
    ///
    /// - Throws: One sentence if the editor is missing or fails; `.interrupted`.
    package func edit(_ path: String, isTemporary: Bool) async throws(CommandError) {
        let otherwise = isTemporary ? "" : ", or edit \(path) yourself"
        let named = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { $0.contains { !$0.isWhitespace } }
        guard named != nil || isatty(STDIN_FILENO) == 1 else {
            throw failure(
                "cannot start an editor because standard input is not a terminal; run agg in a terminal, or set EDITOR"
                    + otherwise)
        }
        let command = ShellCommand(text: named ?? "vi")
        if let missing = command.missingProgram(in: environment) {
            throw failure(
                "cannot find the editor \(Quoted.text(missing)); set VISUAL or EDITOR to another one\(otherwise)")
        }
        // The shell reads the name of the program with its options, and the path as one word.
        var child = ChildProcess(
            arguments: ["/bin/sh", "-c", "\(command.script) \"$0\"", path], environment: environment)
        child.sharesInput = true
        let ending = await streams.whileLent { await child.run(feeding: nil, interrupts: interrupts) }
        switch ending {
        case .exited(0): break
        case .killed(SIGINT): throw .interrupted
        case .exited(let status): throw failure("the editor \(Quoted.text(command.text)) exited with status \(status)")
        case .killed(let signal):
            throw failure("the editor \(Quoted.text(command.text)) was killed by signal \(signal)")
        case .refused(let number):
            throw failure("cannot start the editor: \(SystemError(number: number).reason)")
        }
    }

    private func failure(_ message: String) -> CommandError { CommandError(code: "not_edited", message: message) }
}
