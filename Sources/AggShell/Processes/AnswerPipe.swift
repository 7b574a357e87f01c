import AggCommands
import AggFiles
import Glibc

/// A command of the system's shell that reads an answer in place of standard output.
struct AnswerPipe {
    let command: String
    let environment: [String: String]

    /// Runs the command with the answer on its standard input; one that has read enough may end early.
    ///
    /// - Throws: One sentence where it is not there or fails; `.interrupted` where Ctrl-C ended it.
    func write(_ text: AnswerText, interrupts: InterruptMonitor?) async throws(CommandError) {
        let shell = ShellCommand(text: command)
        if let missing = shell.missingProgram(in: environment) {
            throw failure("there is no program \(Quoted.text(missing)) to pipe to")
        }
        let child = ChildProcess(arguments: shell.arguments, environment: environment)
        switch await child.run(feeding: text, interrupts: interrupts) {
        case .exited(0), .killed(SIGPIPE): break
        // A shell that Ctrl-C ended says so with a status where it does not end by the signal itself.
        case .killed(SIGINT), .exited(128 + SIGINT): throw .interrupted
        case .exited(let status): throw failure("\(Quoted.text(command)) ended with status \(status)")
        case .killed(let signal): throw failure("\(Quoted.text(command)) was ended by signal \(signal)")
        case .refused(let number):
            throw failure("\(Quoted.text(command)) could not be started: \(SystemError(number: number).reason)")
        }
    }

    private func failure(_ message: String) -> CommandError { CommandError(code: "pipe_failed", message: message) }
}
