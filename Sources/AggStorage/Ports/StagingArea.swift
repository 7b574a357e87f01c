package import AggSource

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
