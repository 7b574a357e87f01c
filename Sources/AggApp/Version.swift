import CVersion

/// The version of the program.
enum Version {
    /// The number, as scripts and servers are told it.
    static let text = "0.1.0"

    /// The day of that number, for the manual: a build that knows its commit gives the commit's (SOURCE_DATE_EPOCH).
    static let date = "2026-11-21"

    /// The number and, where the build was told it (`make build` is), the commit: `0.1.0 (4a63ac1)`.
    static var full: String { full(commit: String(cString: cversion_commit())) }

    static func full(commit: String) -> String { commit.isEmpty ? text : "\(text) (\(commit))" }
}
