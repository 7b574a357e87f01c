import Foundation
import Glibc

/// Finds programs the way the system's shell does.
package enum Executable {
    /// The path of a program, given by its path or by a name to look up in `PATH`; nil if no executable file is found.
    package static func path(of name: String, in environment: [String: String]) -> String? {
        if name.contains("/") { return isProgram(name) ? name : nil }
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":", omittingEmptySubsequences: false)
        return folders.lazy.map { ($0.isEmpty ? "." : String($0)) + "/" + name }.first(where: isProgram)
    }

    /// Why the system cannot start a program, judging by the first line of its file; nil if that is not the reason.
    static func fault(of path: String) -> String? {
        guard let start = try? FileHandle(forReadingAtPath: path)?.read(upToCount: 256) else { return nil }
        guard start.starts(with: "#!".utf8) else {
            return start.starts(with: "\u{7F}ELF".utf8)
                ? nil : "it is not a binary, and its first line does not name an interpreter (e.g. #!/bin/sh)"
        }
        let line = start.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }
        let words = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard let interpreter = words.first.map({ String(decoding: $0, as: UTF8.self) }) else { return nil }
        if interpreter.hasSuffix("\r") {
            return "its first line ends with a carriage return; save the file with Unix line breaks"
        }
        return isProgram(interpreter)
            ? nil : "the interpreter “\(interpreter)” in its first line does not exist or is not executable"
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
}
