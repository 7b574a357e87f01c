public import Foundation

/// What is committed beside the staged records.
public struct RefreshCommit: Hashable, Sendable {
    /// Where the records came from.
    public var origin: Origin
    /// What happens to stored rows that are not staged.
    public var mode: SourcePolicy.Mode
    /// The state to ask with next time.
    public var state: FetchState?
    /// The fingerprint of the configuration that was asked.
    public var fingerprint: String
    /// The version of the mapping that made the records.
    public var mappingVersion: Int
    /// Warnings that belong on every answer from these records.
    public var notes: [String]
    /// When the records were fetched; nil for a starter sample.
    public var fetchedAt: Date?
    /// Whether a replace may leave fewer than half of the stored rows.
    public var acceptsLoss: Bool

    /// Makes a commit.
    public init(
        origin: Origin,
        mode: SourcePolicy.Mode = .replace,
        state: FetchState? = nil,
        fingerprint: String = "",
        mappingVersion: Int = 1,
        notes: [String] = [],
        fetchedAt: Date?,
        acceptsLoss: Bool = false
    ) {
        self.origin = origin
        self.mode = mode
        self.state = state
        self.fingerprint = fingerprint
        self.mappingVersion = mappingVersion
        self.notes = notes
        self.fetchedAt = fetchedAt
        self.acceptsLoss = acceptsLoss
    }
}
