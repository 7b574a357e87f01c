import AggFiles
import Foundation

/// A text in a temporary file of its own, for an editor.
struct EditedText {
    /// The path of the file.
    let path: String

    /// Writes a text to a new file that only the user can read.
    ///
    /// - Throws: A failure if the file cannot be written.
    init(_ text: String, suffix: String) throws(CommandError) {
        path = FileManager.default.temporaryDirectory.path + "/agg-\(UUID().uuidString).\(suffix)"
        do throws(SystemError) {
            try WholeFile.write(Array(text.utf8), to: path, mode: 0o600, replacing: false)
        } catch {
            throw CommandError(code: "file_not_written", message: "cannot write \(path): \(error.reason)")
        }
    }

    /// Reads the text that the file has now.
    ///
    /// - Throws: A failure if the file cannot be read.
    func read() throws(CommandError) -> String {
        do { return String(decoding: try RegularFile.bytes(path), as: UTF8.self) } catch {
            throw CommandError(
                code: "not_read", message: "cannot read the text that you edited in \(path): \(error.reason)")
        }
    }

    /// Removes the file.
    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
