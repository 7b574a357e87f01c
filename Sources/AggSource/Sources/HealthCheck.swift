/// The port to whoever can look at one part of the machine, and say what is wrong with it and how to mend it.
///
/// A check changes nothing, never throws, and ends in time: what it cannot look at is a finding too.
public protocol HealthCheck: Sendable {
    /// Looks, and says what was found, one finding a thing.
    func findings(in scope: HealthScope) async -> [HealthFinding]
}

/// How far checks go.
public struct HealthScope: Hashable, Sendable {
    /// Whether what takes long is done too.
    public var isFull: Bool
    /// Whether nothing may be asked of the network.
    public var isOffline: Bool

    /// Makes a scope.
    public init(isFull: Bool = false, isOffline: Bool = false) {
        self.isFull = isFull
        self.isOffline = isOffline
    }
}

/// What one check found.
public struct HealthFinding: Hashable, Sendable {
    /// How it stands with what was looked at.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        /// Nothing is wrong.
        case ok
        /// It works, and somebody should look at it.
        case warning
        /// It does not work.
        case failed
        /// It was not looked at; the detail says why.
        case skipped
    }

    /// What was looked at, a stable name for scripts, as `mirror` or `address api.github.com`.
    public var name: String
    /// How it stands.
    public var status: Status
    /// What was found, a sentence without its full stop.
    public var detail: String
    /// What to do, a sentence without its full stop; nil if nothing is to be done.
    public var mend: String?

    /// Makes a finding.
    public init(_ name: String, _ status: Status, _ detail: String, mend: String? = nil) {
        self.name = name
        self.status = status
        self.detail = detail
        self.mend = mend
    }
}
