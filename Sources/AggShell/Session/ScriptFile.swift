package import AggCommands
import AggFiles
import Glibc

/// A file of commands, opened.
package final class ScriptFile: Sendable {
    /// How deep files may read files.
    static let greatestDepth = 16

    /// The path as it was given.
    let name: String
    let descriptor: Int32

    /// Opens a file.
    ///
    /// - Throws: One sentence where there is none, or it cannot be read.
    package init(_ name: String) throws(CommandError) {
        let path = HomePath.expanded(name)
        // A named pipe that nobody writes to yet would hold up a blocking open; its reader waits in a way that can be ended.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw CommandError(
                code: "not_read", message: "\(Quoted.text(name)) could not be read: \(SystemError.last().reason)")
        }
        if isFolder(descriptor) {
            _ = close(descriptor)
            throw CommandError(code: "not_read", message: "\(Quoted.text(name)) is a folder, not a script")
        }
        self.name = name
        self.descriptor = descriptor
    }

    deinit {
        _ = close(descriptor)
    }
}
