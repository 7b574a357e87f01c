package import AggCommands
import AggFiles
import Glibc

/// A file that lines are appended to, such as a log; each line is one write, so that programs can share it.
package final class AppendedFile: Sendable {
    private let descriptor: Int32

    /// Opens or creates the file, with access only for its owner.
    ///
    /// - Throws: One sentence with the system's reason.
    package init(_ path: String) throws(CommandError) {
        let place = HomePath.expanded(path)
        descriptor = open(place, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else {
            throw CommandError(
                code: "not_written", message: "cannot write \(Quoted.text(path)): \(SystemError.last().reason)")
        }
    }

    deinit {
        _ = close(descriptor)
    }

    /// Appends text; whatever cannot be written at once is lost, since a log must not stop the program.
    package func append(_ text: String) {
        _ = DescriptorWriter.write(Array(text.utf8), to: descriptor) { true }
    }
}
