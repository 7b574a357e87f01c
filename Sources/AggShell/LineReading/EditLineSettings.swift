import CEditLine
import Glibc

/// The person's own settings of the line editor: a file of libedit's commands, one a line.
///
/// libedit's own reading of the file gives no say between two lines.
enum EditLineSettings {
    /// Runs the lines of a file, with `afterLine` behind each; a file that cannot be read has none.
    static func read(_ path: String, into handle: OpaquePointer, afterLine: () -> Void) {
        guard let file = opened(path) else { return }
        defer { fclose(file) }
        var buffer: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(buffer) }
        while getline(&buffer, &capacity, file) > 0, let line = buffer {
            let text = String(cString: line).drop(while: \.isWhitespace)
            if text.isEmpty || text.hasPrefix("#") { continue }
            // An unknown command ends the reading, as with libedit's own.
            guard run(text.last == "\n" ? String(text.dropLast()) : String(text), handle) else { return }
            afterLine()
        }
    }

    /// Opens a regular file; a pipe could hold up the session for good.
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

    /// Runs one line; false for what is no command.
    private static func run(_ line: String, _ handle: OpaquePointer) -> Bool {
        guard let tokenizer = tok_init(nil) else { return false }
        defer { tok_end(tokenizer) }
        var count: Int32 = 0
        var words: UnsafeMutablePointer<UnsafePointer<CChar>?>?
        _ = tok_str(tokenizer, line, &count, &words)
        return el_parse(handle, count, words) != -1
    }
}
