package import AggSearch
package import AggSource
package import Foundation

/// The parts of the mirror that a loader needs: the state of its source, and a way to store rows.
package protocol RefreshStore: Sendable {
    /// The state of one source; nil if it has none. By default, it is taken from `states`.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func state(of source: SourceID) async throws(StoreError) -> StoredSource?

    /// Opens an empty staging area for a source.
    ///
    /// - Throws: `StoreError` if there is no space or no permission to write.
    func stage(_ source: SourceID) async throws(StoreError) -> any StagingArea

    /// Opens an empty staging area for a source with columns whose words a search does not find.
    ///
    /// - Throws: `StoreError` if there is no space or no permission to write.
    func stage(_ source: SourceID, unsearchable columns: Set<String>) async throws(StoreError) -> any StagingArea

    /// Updates the time of rows that the source reported as unchanged, saves a newer state, and removes a recorded
    /// failure.
    ///
    /// If another refresh has succeeded since the load read the state `basis`, nothing is changed; without a basis, any
    /// rows are confirmed.
    ///
    /// - Returns: The state left by that other refresh; nil if there was none.
    /// - Throws: `StoreError` if it cannot be written.
    func confirm(
        _ source: SourceID, over basis: StoredSource?, state: FetchState?, at time: Date
    ) async throws(StoreError) -> StoredSource?

    /// Records why the last load failed; rows and their time are unchanged.
    ///
    /// If another refresh has succeeded since the load read the state `basis`, nothing is recorded; without a basis,
    /// the failure always is.
    ///
    /// - Throws: `StoreError` if it cannot be written.
    func noteFailure(
        _ failure: LoadFailure, of source: SourceID, over basis: StoredSource?
    ) async throws(StoreError)
}

/// The parts of the mirror that answers need: its rows, and the state of each source.
///
/// Readers never wait for a refresh.
package protocol SearchStore: Sendable {
    /// The state of every source that has rows or a recorded failure.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func states() async throws(StoreError) -> [SourceID: StoredSource]

    /// Finds the best rows in each source of the search.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    func search(_ search: RecordSearch) async throws(StoreError) -> [SourceID: SourceMatches]

    /// Finds the best rows, given the favorites and the states of the sources at that time.
    ///
    /// `plan` makes the search from them, and may be called more than once; what else it made for the search that was run
    /// is returned. It gets the reason if the favorites cannot be read. By default, all three are read one after the other.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    func search<Plan: Sendable>(
        for users: any UserStore,
        _ plan: @escaping SearchPlan<Plan>
    ) async throws(StoreError) -> (plan: Plan, found: [SourceID: SourceMatches])

    /// The exact number of rows in each source that match the search or, without words, that meet its condition. Its
    /// order and limit are ignored.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    func count(_ search: RecordSearch) async throws(StoreError) -> [SourceID: Int]

    /// Lists rows of a source in a given order.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    func list(
        _ source: SourceID, where condition: RecordCondition, order: ListOrder, limit: Int
    ) async throws(StoreError) -> [Record]

    /// The rows of a source, best known first, each read when it is needed; nil if the store cannot do that, which is
    /// the default.
    func stream(_ source: SourceID, limit: Int) -> RecordStream?

    /// A page of a source's rows in the order of their keys: up to `limit` rows after a key, or from the first row.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    func page(of source: SourceID, after key: String?, limit: Int) async throws(StoreError) -> [Record]

    /// The stored rows among the given addresses.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func records(at addresses: [RecordAddress]) async throws(StoreError) -> [RecordAddress: Record]

    /// Titles that start with a folded text, for completion: best known first, without duplicates.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func titles(startingWith text: String, in sources: [SourceID], limit: Int) async throws(StoreError) -> [String]

    /// Counts the values of columns in the selected rows, as defined by `FacetTally`.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    func facet(_ request: FacetRequest) async throws(StoreError) -> Facet

    /// The coordinates of the selected rows that have one, in no particular order.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    func coordinates(of records: RecordSelection) async throws(StoreError) -> [Coordinate]

    /// Words in the rows that a folded word may have meant (`SpellingCorrection.isNear`), with the number of rows that
    /// contain each: at least those where candidates are likely (`SpellingCorrection.places`).
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    func words(near word: String) async throws(StoreError) -> [String: Int]

    /// The number of rows that contain each of the given folded words; 0 is omitted.
    ///
    /// A word counts in titles; one that starts with the mark of a place (`SearchableText.Place`) counts there. Only the
    /// first 1,000 rows may be counted.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    func counts(of words: [String]) async throws(StoreError) -> [String: Int]

    /// Values of a text column that start with a folded text, for completion: in order and without duplicates, but not
    /// necessarily all. For the column `key`, which every source has, those that start with exactly this text.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func values(
        of column: String, startingWith text: String, in sources: [SourceID], limit: Int
    ) async throws(StoreError) -> [String]

    /// The changes in a source since a given time, or those of the last refresh, newest first.
    ///
    /// `limit` applies to the changes, not to the counts. A confirmation is a refresh that changed nothing.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func changes(of source: SourceID, since time: Date?, limit: Int) async throws(StoreError) -> ChangeLog

    /// All changes in a source since a given time, newest first, with those of renewed refreshes that a watched search has
    /// not examined. By default, without those.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func unexaminedChanges(of source: SourceID, since time: Date) async throws(StoreError) -> ChangeLog

    /// When each source last changed, as dated in its log; sources without known changes are omitted.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func changeTimes() async throws(StoreError) -> [SourceID: Date]

    /// The changes that the last refresh of a source made to records with the given keys.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func lastChanges(of source: SourceID, keys: Set<String>) async throws(StoreError) -> [RecordChange]

    /// The changes to a record that are kept, newest first. By default, they are taken from those of its source.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func changes(to record: RecordAddress) async throws(StoreError) -> [RecordChange]
}

/// The port to the mirror: rows that can be fetched again, and the state of each source.
///
/// Conformers can be used from any task.
package protocol RecordStore: RefreshStore, SearchStore {
    /// Removes all rows and the state of a source.
    ///
    /// - Throws: `StoreError` if it cannot be written.
    func remove(_ source: SourceID) async throws(StoreError)
}

/// Makes a search from the favorites, or from the reason why they cannot be read, and the states of the sources.
package typealias SearchPlan<Plan> =
    @Sendable (
        _ favorites: Result<Set<RecordAddress>, StoreError>, _ states: [SourceID: StoredSource]
    ) -> (RecordSearch, Plan)

/// The order in which a source's rows are listed.
package enum ListOrder: Hashable, Sendable {
    /// The requested order.
    case asked(RecordOrder)
    /// Best known first, then newest, those without a date last, then by title and key.
    case bestKnown
    /// Newest first, then best known, by title and key; those without a date last.
    case newest
}

extension SearchStore {
    /// Reads the favorites, the states of the sources, and the rows one after the other.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    package func search<Plan: Sendable>(
        for users: any UserStore,
        _ plan: @escaping SearchPlan<Plan>
    ) async throws(StoreError) -> (plan: Plan, found: [SourceID: SourceMatches]) {
        try await searchInSteps(for: users, plan)
    }

    /// Reads the favorites, the states of the sources, and the rows one after the other.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    package func searchInSteps<Plan: Sendable>(
        for users: any UserStore,
        _ plan: @escaping SearchPlan<Plan>
    ) async throws(StoreError) -> (plan: Plan, found: [SourceID: SourceMatches]) {
        let favorites: Result<Set<RecordAddress>, StoreError>
        do throws(StoreError) { favorites = .success(try await users.favoriteAddresses()) } catch {
            favorites = .failure(error)
        }
        let (search, plan) = plan(favorites, try await states())
        return (plan, try await self.search(search))
    }

    /// Returns nil: rows are only available as a list.
    package func stream(_ source: SourceID, limit: Int) -> RecordStream? { nil }

    /// Lists rows of a source, best known first.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    package func list(
        _ source: SourceID, where condition: RecordCondition = .always, limit: Int
    ) async throws(StoreError) -> [Record] {
        try await list(source, where: condition, order: .bestKnown, limit: limit)
    }

    /// A page of a source's rows in the order of their keys, taken from the whole list.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    package func page(of source: SourceID, after key: String?, limit: Int) async throws(StoreError) -> [Record] {
        func precedes(_ left: String, _ right: String) -> Bool { left.utf8.lexicographicallyPrecedes(right.utf8) }
        let rest = try await list(source, limit: .max).filter { record in key.map { precedes($0, record.key) } ?? true }
        return Array(rest.sorted { precedes($0.key, $1.key) }.prefix(limit))
    }

    /// All changes in a source since a given time, without those of renewed refreshes.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package func unexaminedChanges(of source: SourceID, since time: Date) async throws(StoreError) -> ChangeLog {
        try await changes(of: source, since: time, limit: ChangeLog.everything)
    }

    /// The changes to a record that are kept, taken from those of its source.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package func changes(to record: RecordAddress) async throws(StoreError) -> [RecordChange] {
        try await changes(of: record.source, since: .distantPast, limit: ChangeLog.everything).changes
            .filter { $0.address == record }
    }
}

extension RecordStore {
    /// The state of one source, taken from `states`.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package func state(of source: SourceID) async throws(StoreError) -> StoredSource? {
        try await states()[source]
    }
}

/// Records that are read from the store one by one while they are used, so that the first doesn't wait for the last.
package struct RecordStream: Sendable {
    /// Calls a function with each record, all from one state of the store, until it returns false.
    ///
    /// The store's other readers and its writers don't wait for this, however long it takes.
    package let forEach: @Sendable (_ body: (Record) -> Bool) throws(StoreError) -> Void

    /// Creates a stream from a function that reads the records.
    package init(_ forEach: @escaping @Sendable (_ body: (Record) -> Bool) throws(StoreError) -> Void) {
        self.forEach = forEach
    }
}
