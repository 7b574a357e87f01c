import CVersion

enum Version {
    /// The version number, as shown to scripts and servers.
    static let text = "0.1.0"

    /// The date of this version, for the manual; a build that knows its commit uses the commit's date
    /// (SOURCE_DATE_EPOCH).
    static let date = "2026-11-21"

    /// The version number and, if the build knows it (as `make build` does), the commit: `0.1.0 (4a63ac1)`.
    static var full: String { full(commit: String(cString: cversion_commit())) }

    static func full(commit: String) -> String { commit.isEmpty ? text : "\(text) (\(commit))" }
}
