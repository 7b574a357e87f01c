import AggCore
import AggFiles
import Foundation

/// Writes to a file; overwrites an existing one only if confirmed or forced.
struct WrittenFile {
    static let force = Option("--force", help: "Overwrite an existing file.")

    let name: String
    let isForced: Bool

    /// Writes the file.
    ///
    /// - Throws: A failure if the file exists or cannot be written.
    func write(_ bytes: [UInt8], _ context: CommandContext) async throws(CommandError) {
        var mayReplace = isForced || WholeFile.isDevice(path)
        if !mayReplace, FileManager.default.fileExists(atPath: path) {
            let answer = await context.prompter?.choose("\(name) already exists. Overwrite it?", among: ["yes", "no"])
            guard answer == "yes" else { throw exists }
            mayReplace = true
        }
        do throws(SystemError) {
            try WholeFile.write(bytes, to: path, mode: 0o666, replacing: mayReplace)
        } catch {
            if error.number == EEXIST { throw exists }
            throw CommandError(code: "file_not_written", message: "cannot write \(name): \(error.reason)")
        }
    }

    private var exists: CommandError {
        CommandError(
            code: "file_exists", message: "\(name) already exists; use --force to overwrite it")
    }

    /// The path, with `~/` expanded.
    var path: String { HomePath.expanded(name) }
}
