package import AggSource
package import Foundation

/// Where one refresh gathers its records before they are put into the store in one commit.
package protocol StagingArea: Sendable {
    /// The number of records written so far, repeats of a key included.
    var count: Int { get async }

    /// Writes records; of two with one key the later one wins at the commit.
    ///
    /// - Returns: The number of records written so far.
    /// - Throws: `StoreError` when there is no room, `.cancelled`.
    func write(_ records: [Record]) async throws(StoreError) -> Int

    /// Puts everything into the store at once: rows, fetch state and time; then the area is gone.
    ///
    /// Unchanged rows are not written. Rows of a starter sample count for nothing: they go, and every new row is added.
    ///
    /// - Throws: `CommitError.heldBack` when a replace would leave fewer than half of the stored rows and the commit does not accept that; `.store`.
    func commit(_ commit: RefreshCommit) async throws(CommitError) -> CommitOutcome

    /// Throws everything away; harmless after a commit.
    func discard() async
}

extension StagingArea {
    /// Commits, with the error a loader throws.
    package func commit(as commit: RefreshCommit) async throws(SourceError) -> CommitOutcome {
        do throws(CommitError) {
            return try await self.commit(commit)
        } catch {
            switch error {
            case .heldBack(let stored, let offered): throw .heldBack(stored: stored, offered: offered)
            case .store(let reason): throw SourceError(reason)
            }
        }
    }
}

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

/// What a commit did.
package struct CommitOutcome: Hashable, Sendable {
    /// The number of rows the source now has.
    package var records: Int
    /// Rows added, changed and removed, and repeats of a key; the rest of the change is the loader's to fill in.
    package var change: LoadChange

    /// Makes an outcome.
    package init(records: Int, change: LoadChange) {
        self.records = records
        self.change = change
    }
}

/// Why a commit was not made; the store is as it was.
package enum CommitError: Error, Hashable, Sendable {
    /// It would leave fewer than half of the stored rows.
    case heldBack(stored: Int, offered: Int)
    /// The store could not do it.
    case store(StoreError)
}
