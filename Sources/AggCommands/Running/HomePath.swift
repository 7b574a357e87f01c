import Foundation

/// Paths as a person types them: `~` and what begins with `~/` are in the home folder.
package enum HomePath {
    /// The home folder that the environment names.
    package static var home: String? { ProcessInfo.processInfo.environment["HOME"] }

    /// The path; the home folder is that of `HOME`, as in a shell, else that of the user's account.
    package static func expanded(_ path: String, home: String? = Self.home) -> String {
        guard path == "~" || path.hasPrefix("~/") else { return path }
        let home = home.flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
        return home + path.dropFirst()
    }
}
