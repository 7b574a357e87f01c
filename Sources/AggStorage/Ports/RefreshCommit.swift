package import AggSource
package import Foundation

/// What is committed beside the staged records.
package struct RefreshCommit: Hashable, Sendable {
    /// Where the records came from.
    package var origin: Origin
    /// What happens to stored rows that are not staged.
    package var mode: SourcePolicy.Mode
    /// The state to ask with next time.
    package var state: FetchState?
    /// The fingerprint of the configuration that was asked.
    package var fingerprint: String
    /// The version of the mapping that made the records.
    package var mappingVersion: Int
    /// Warnings that belong on every answer from these records.
    package var notes: [String]
    /// When the records were fetched; nil for a starter sample.
    package var fetchedAt: Date?
    /// Whether a replace may leave fewer than half of the stored rows.
    package var acceptsLoss: Bool

    /// Makes a commit.
    package init(
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
