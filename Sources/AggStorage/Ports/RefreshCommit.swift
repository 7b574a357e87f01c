package import AggSource
package import Foundation

/// Collects the records of one refresh before they are stored in one commit.
package protocol StagingArea: Sendable {
    /// The number of records written so far, including repeated keys.
    var count: Int { get async }

    /// Writes records; if two have the same key, the later one wins at the commit.
    ///
    /// A call must not begin before the previous one has returned.
    ///
    /// - Returns: The number of records written so far.
    /// - Throws: `StoreError` if there is no space, `.cancelled`.
    func write(_ records: [Record]) async throws(StoreError) -> Int

    /// Stores everything at once: rows, fetch state, and time; the area cannot be used afterward.
    ///
    /// Unchanged rows are not written. Rows of a starter sample don't count: they are removed, and every new row counts
    /// as added. If another refresh has succeeded since the commit's basis, nothing is stored.
    ///
    /// - Throws: `CommitError.heldBack` if the source has removed rows, this would leave fewer than half as many as are
    ///   stored, and the commit does not accept that; `.store`.
    func commit(_ commit: RefreshCommit) async throws(CommitError) -> CommitOutcome

    /// Discards everything; harmless after a commit.
    func discard() async
}

extension StagingArea {
    /// Commits, throwing the error type of loaders.
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

/// What a commit stores in addition to the staged records.
package struct RefreshCommit: Hashable, Sendable {
    /// The origin of the records.
    package var origin: Origin
    /// What happens to stored rows that are not staged.
    package var mode: SourcePolicy.Mode
    /// The state for the next fetch.
    package var state: FetchState?
    /// The fingerprint of the source's configuration.
    package var fingerprint: String
    /// The version of the mapping that created the records.
    package var mappingVersion: Int
    /// Warnings to show with every answer from these records.
    package var notes: [String]
    /// When the records were fetched; nil for a starter sample.
    package var fetchedAt: Date?
    /// Whether the source may be left with fewer than half as many rows as are stored.
    package var acceptsLoss: Bool
    /// The time after which changes are kept even beyond the maximum number, because a watched search has not examined
    /// them yet; nil if there is none.
    package var unexaminedSince: Date?
    /// The state that the load started from, so that a late commit does not replace a newer one; nil to replace
    /// whatever is stored.
    package var basis: StoredSource?
    /// The keys of records to remove, whether they are stored or staged.
    package var removed: Set<String>
    /// Whether the source has removed the rows that an accumulating mode does not keep; if not, they are only too old.
    package var removesUnkept: Bool

    /// Creates a commit.
    package init(
        origin: Origin,
        mode: SourcePolicy.Mode = .replace,
        state: FetchState? = nil,
        fingerprint: String = "",
        mappingVersion: Int = 1,
        notes: [String] = [],
        fetchedAt: Date?,
        acceptsLoss: Bool = false,
        unexaminedSince: Date? = nil,
        basis: StoredSource? = nil,
        removed: Set<String> = [],
        removesUnkept: Bool = false
    ) {
        self.origin = origin
        self.mode = mode
        self.state = state
        self.fingerprint = fingerprint
        self.mappingVersion = mappingVersion
        self.notes = notes
        self.fetchedAt = fetchedAt
        self.acceptsLoss = acceptsLoss
        self.unexaminedSince = unexaminedSince
        self.basis = basis
        self.removed = removed
        self.removesUnkept = removesUnkept
    }
}

extension RefreshCommit {
    /// Whether the source itself has removed the rows that this commit removes; if not, they are only too old to keep.
    private var isRemovalBySource: Bool {
        if case .accumulate = mode { removesUnkept || !removed.isEmpty } else { true }
    }

    /// Returns normally if the source keeps enough of its stored rows, or if the commit accepts the loss.
    ///
    /// - Throws: `CommitError.heldBack`.
    package func checkLoss(_ change: LoadChange, of stored: Int) throws(CommitError) {
        let left = stored + change.added - change.removed
        guard isRemovalBySource, !acceptsLoss, left * 2 < stored else { return }
        throw .heldBack(stored: stored, offered: left)
    }

    /// Returns the kind of refresh this commit is, given the stored state of its source.
    private func kind(over state: StoredSource?) -> ChangeLog.Refresh.Kind {
        guard let state, state.fetchedAt != nil else { return .first }
        return state.fingerprint == fingerprint && state.mappingVersion == mappingVersion ? .ordinary : .renewed
    }

    /// Returns the entries that this commit adds to the change log of its source, oldest first, given the number of
    /// different records in the response, the stored state, and the time of the log's last entry.
    ///
    /// Records that an accumulating source no longer keeps because of their age do not count as removed. New records
    /// of such a source are its own even if its configuration or mapping has changed, so they are an ordinary entry,
    /// unless most of the response is new: then the keys have probably changed.
    package func entries(
        for change: LoadChange, offered: Int, over state: StoredSource?, after last: Date?
    ) -> [ChangeLog.Refresh] {
        guard let fetchedAt else { return [] }
        let at = ChangeLog.time(of: fetchedAt, after: last)
        var entry = ChangeLog.Refresh(
            at: at, kind: kind(over: state), added: change.added, changed: change.changed, removed: change.removed)
        var news: [ChangeLog.Refresh] = []
        if case .accumulate = mode {
            if !isRemovalBySource { entry.removed = 0 }
            if entry.kind == .renewed, entry.added * 2 <= offered {
                let time = entry.changed > 0 ? ChangeLog.time(of: fetchedAt, after: at) : at
                news = [ChangeLog.Refresh(at: time, kind: .ordinary, added: entry.added, changed: 0, removed: 0)]
                entry.added = 0
            }
        }
        return ([entry] + news).filter { $0.count > 0 }
    }

    /// Returns the parts of an entry whose records are listed in the log: all of an ordinary refresh, and the changed
    /// records of a renewed one if a watched search has to examine them.
    package func listed(_ entry: ChangeLog.Refresh) -> ChangeLog.Refresh {
        var listed = entry
        if entry.kind != .ordinary { (listed.added, listed.removed) = (0, 0) }
        if entry.kind == .first || entry.kind == .renewed && unexaminedSince == nil { listed.changed = 0 }
        return listed
    }

    /// Returns the maximum number of changes that this commit stores.
    package func mostChanges(_ retention: ChangeRetention) -> Int {
        unexaminedSince == nil ? retention.count : max(retention.count, ChangeRetention.mostUnexamined)
    }

    /// Returns how many records in this commit are news: none in a first load, unless the source accumulates.
    package func newsCount(_ change: LoadChange, offered: Int, over state: StoredSource?) -> Int {
        entries(for: change, offered: offered, over: state, after: nil).reduce(0) { count, entry in
            switch (entry.kind, mode) {
            case (.ordinary, _): count + entry.added + entry.changed
            case (.first, .accumulate): count + entry.added
            case (.first, .replace), (.renewed, _): count
            }
        }
    }
}

/// The result of a commit.
package struct CommitOutcome: Hashable, Sendable {
    /// The number of rows the source now has.
    package var records: Int
    /// Rows added, changed, and removed, and repeated keys; the loader fills in the rest of the change.
    package var change: LoadChange
    /// The state left by another refresh that has succeeded since the commit's basis; nil if this commit was stored.
    package var newer: StoredSource?

    /// Creates an outcome.
    package init(records: Int, change: LoadChange) {
        self.records = records
        self.change = change
    }

    /// Creates the outcome of a commit that stored nothing because of a newer state.
    package init(keeping newer: StoredSource) {
        self.init(records: newer.records, change: LoadChange())
        self.newer = newer
    }
}

/// Why a commit failed; the store is unchanged.
package enum CommitError: Error, Hashable, Sendable {
    /// The commit would leave fewer than half of the stored rows.
    case heldBack(stored: Int, offered: Int)
    /// The store failed.
    case store(StoreError)
}
