import Foundation

/// Paths as people type them: `~` and anything starting with `~/` is in the home folder.
package enum HomePath {
    /// The home folder set in the environment.
    package static var home: String? { ProcessEnvironment.variables["HOME"] }

    /// The expanded path; the home folder is `HOME`, as in a shell, or else that of the user's account.
    package static func expanded(_ path: String, home: String? = Self.home) -> String {
        guard path == "~" || path.hasPrefix("~/") else { return path }
        let home = home.flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
        return home + path.dropFirst()
    }
}
