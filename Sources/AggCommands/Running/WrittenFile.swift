import AggCore
import Foundation

/// Writes a text to a file; over one that is there only after asking, or by force.
struct WrittenFile {
    let name: String
    let isForced: Bool

    /// Writes it.
    ///
    /// - Throws: A failure where the file is there, or cannot be written.
    func write(_ bytes: [UInt8], _ context: CommandContext) async throws(CommandError) {
        var mayReplace = isForced
        if !isForced, FileManager.default.fileExists(atPath: path) {
            let answer = await context.asker?.choose("\(name) is there already. Write over it?", among: ["yes", "no"])
            guard answer == "yes" else { throw exists }
            mayReplace = true
        }
        do {
            if mayReplace {
                try Data(bytes).write(to: URL(filePath: path), options: .atomic)
            } else {
                try writeNew(bytes)
            }
        } catch let error as SystemError where error.number == EEXIST {
            throw exists
        } catch {
            let reason = (error as? SystemError)?.reason ?? SystemError.reason(of: error)
            throw CommandError(code: "file_not_written", message: "\(name) cannot be written: \(reason)")
        }
    }

    /// Writes a file that was not there a moment ago; one that somebody has made since is left as it is.
    private func writeNew(_ bytes: [UInt8]) throws {
        let new = "\(path).\(UUID().uuidString)"
        do {
            try Data(bytes).write(to: URL(filePath: new))
            try FileMove.move(new, toNew: path)
        } catch {
            try? FileManager.default.removeItem(atPath: new)
            throw error
        }
    }

    private var exists: CommandError {
        CommandError(
            code: "file_exists", message: "\(name) is there already and was left as it is; --force writes over it")
    }

    /// The path, `~/` taken for the home folder.
    var path: String { HomePath.expanded(name) }
}
