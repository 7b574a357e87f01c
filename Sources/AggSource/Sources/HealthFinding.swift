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
    /// What to do, a sentence without its full stop; nil where nothing is to be done.
    public var mend: String?

    /// Makes a finding.
    public init(_ name: String, _ status: Status, _ detail: String, mend: String? = nil) {
        self.name = name
        self.status = status
        self.detail = detail
        self.mend = mend
    }
}
