/// The status a command, a script or the program ends with; the one place that lists them.
package struct ExitStatus: RawRepresentable, Hashable, Sendable {
    /// The number, 0…255.
    package let rawValue: Int32

    /// Makes a status of its number.
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Done; an empty result is a result.
    package static let done = ExitStatus(rawValue: 0)
    /// A command failed.
    package static let failed = ExitStatus(rawValue: 1)
    /// The command line, a script's line or the configuration is wrong.
    package static let usage = ExitStatus(rawValue: 2)
    /// A refresh failed for want of a token, and nothing is stored.
    package static let notAuthorized = ExitStatus(rawValue: 4)
    /// A refresh failed, and nothing is stored.
    package static let sourceFailed = ExitStatus(rawValue: 5)
    /// A refresh failed in part, or stored rows serve in its place; with `--strict`, rows were stale or from the starter.
    package static let partial = ExitStatus(rawValue: 6)
    /// A refresh was rate limited, and nothing is stored.
    package static let rateLimited = ExitStatus(rawValue: 7)
    /// Interrupted by Ctrl-C.
    package static let interrupted = ExitStatus(rawValue: 130)
}
