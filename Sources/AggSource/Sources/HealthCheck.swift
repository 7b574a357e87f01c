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
