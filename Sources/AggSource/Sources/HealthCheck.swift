/// The port for checking one part of the installation: reports what is wrong and how to fix it.
///
/// A check changes nothing, never throws, and always finishes: whatever it cannot check is also a finding.
public protocol HealthCheck: Sendable {
    /// Runs the check and returns one finding for each thing checked.
    func findings(in scope: HealthScope) async -> [HealthFinding]
}

/// How much to check.
public struct HealthScope: Hashable, Sendable {
    /// Whether to include slow checks.
    public var isFull: Bool
    /// Whether to avoid the network.
    public var isOffline: Bool

    /// Creates a scope.
    public init(isFull: Bool = false, isOffline: Bool = false) {
        self.isFull = isFull
        self.isOffline = isOffline
    }
}

/// The result of one check.
public struct HealthFinding: Hashable, Sendable {
    /// The outcome of a check.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        /// Nothing is wrong.
        case ok
        /// It works but needs attention.
        case warning
        /// It does not work.
        case failed
        /// It was not checked; the detail says why.
        case skipped
    }

    /// What was checked, as a stable name for scripts, such as `mirror` or `address api.github.com`.
    public var name: String
    /// The outcome.
    public var status: Status
    /// What was found, as a sentence without a period.
    public var detail: String
    /// How to fix it, as a sentence without a period; nil if nothing needs to be done.
    public var fix: String?

    /// Creates a finding.
    public init(_ name: String, _ status: Status, _ detail: String, fix: String? = nil) {
        self.name = name
        self.status = status
        self.detail = detail
        self.fix = fix
    }
}
