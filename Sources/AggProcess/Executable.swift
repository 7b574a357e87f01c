import Glibc

/// Finds programs the way the system's shell does.
package enum Executable {
    /// The path of a program, given by its path or by a name to look up in `PATH`; nil if no executable file is found.
    package static func path(of name: String, in environment: [String: String]) -> String? {
        if name.contains("/") { return isProgram(name) ? name : nil }
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":", omittingEmptySubsequences: false)
        return folders.lazy.map { ($0.isEmpty ? "." : String($0)) + "/" + name }.first(where: isProgram)
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
}
