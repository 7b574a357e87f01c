import AggCore
import Foundation

/// Writes a text to a file; over one that is there only after asking, or by force.
struct WrittenFile {
    static let force = Option("--force", help: "Overwrite an existing file.")

    let name: String
    let isForced: Bool

    /// Writes it.
    ///
    /// - Throws: A failure where the file is there, or cannot be written.
    func write(_ bytes: [UInt8], _ context: CommandContext) async throws(CommandError) {
        var mayReplace = isForced
        if !isForced, FileManager.default.fileExists(atPath: path) {
            let answer = await context.asker?.choose("\(name) already exists. Overwrite it?", among: ["yes", "no"])
            guard answer == "yes" else { throw exists }
            mayReplace = true
        }
        do throws(SystemError) {
            try WholeFile.write(bytes, to: path, mode: 0o666, replacing: mayReplace)
        } catch {
            if error.number == EEXIST { throw exists }
            throw CommandError(code: "file_not_written", message: "\(name) cannot be written: \(error.reason)")
        }
    }

    private var exists: CommandError {
        CommandError(
            code: "file_exists", message: "\(name) already exists; use --force to overwrite it")
    }

    /// The path, `~/` taken for the home folder.
    var path: String { HomePath.expanded(name) }
}
