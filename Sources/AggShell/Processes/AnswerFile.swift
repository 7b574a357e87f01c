import AggCommands
import AggCore
import Glibc

/// A file that takes an answer in place of standard output.
struct AnswerFile {
    let path: String
    let appends: Bool

    /// Writes an answer: only now is the file made or emptied, so that a command that failed leaves it as it was.
    ///
    /// - Throws: One sentence with the system's reason; `.interrupted` where Ctrl-C stopped it in the middle.
    func write(_ text: AnswerText) throws(CommandError) {
        let place = HomePath.expanded(path)
        let descriptor = open(place, O_WRONLY | O_CREAT | O_CLOEXEC | (appends ? O_APPEND : O_TRUNC), 0o666)
        guard descriptor >= 0 else { throw failure(errno) }
        let outcome = DescriptorWriter.write(text, to: descriptor)
        let isClosed = close(descriptor) == 0
        let reason = errno
        switch outcome {
        case .failed(let number): throw failure(number)
        case .closed: throw failure(EPIPE)
        case .written where !isClosed: throw failure(reason)
        case .written where Task.isCancelled: throw .interrupted
        case .written: break
        }
    }

    private func failure(_ number: Int32) -> CommandError {
        CommandError(
            code: "not_written",
            message: "\(Quoted.text(path)) could not be written: \(SystemError(number: number).reason)")
    }
}
