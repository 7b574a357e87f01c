import CEditLine
import Glibc

/// The user's settings for the line editor: a file with a libedit command per line.
///
/// libedit's own function for reading the file has no hook between lines.
enum EditLineSettings {
    /// Runs the lines of a file, calling `afterLine` after each; an unreadable file counts as empty.
    static func read(_ path: String, into handle: OpaquePointer, afterLine: () -> Void) {
        guard let file = opened(path) else { return }
        defer { fclose(file) }
        var buffer: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(buffer) }
        while getline(&buffer, &capacity, file) > 0, let line = buffer {
            let text = String(cString: line).drop(while: \.isWhitespace)
            if text.isEmpty || text.hasPrefix("#") { continue }
            // An unknown command ends the reading, as in libedit.
            guard run(text.last == "\n" ? String(text.dropLast()) : String(text), handle) else { return }
            afterLine()
        }
    }

    /// Opens a regular file; a pipe could block the session forever.
    private static func opened(_ path: String) -> UnsafeMutablePointer<FILE>? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let file = fdopen(descriptor, "r")
        else {
            if descriptor >= 0 { _ = close(descriptor) }
            return nil
        }
        return file
    }

    /// Runs one line; false if it is not a command.
    private static func run(_ line: String, _ handle: OpaquePointer) -> Bool {
        guard let tokenizer = tok_init(nil) else { return false }
        defer { tok_end(tokenizer) }
        var count: Int32 = 0
        var words: UnsafeMutablePointer<UnsafePointer<CChar>?>?
        _ = tok_str(tokenizer, line, &count, &words)
        return el_parse(handle, count, words) != -1
    }
}
