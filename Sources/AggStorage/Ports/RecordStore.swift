package import AggSearch
package import AggSource
package import Foundation

/// What a loader needs of the mirror: what is stored of its source, and a way to put rows there.
package protocol RefreshStore: Sendable {
    /// What is known of one source; nil if nothing is. A store that does not say it otherwise takes it from `states`.
    ///
    /// - Throws: `StoreError` when the store cannot be read.
    func state(of source: SourceID) async throws(StoreError) -> StoredSource?

    /// Opens an empty staging area for a source.
    ///
    /// - Throws: `StoreError` when there is no room or no right to write.
    func stage(_ source: SourceID) async throws(StoreError) -> any StagingArea

    /// Renews the time of rows that the source called unchanged, takes over a newer state, and drops a noted failure.
    ///
    /// - Throws: `StoreError` when it cannot be written.
    func confirm(_ source: SourceID, state: FetchState?, at time: Date) async throws(StoreError)

    /// Notes why the last load failed; rows and their time stay as they are.
    ///
    /// - Throws: `StoreError` when it cannot be written.
    func noteFailure(_ failure: LoadFailure, of source: SourceID) async throws(StoreError)
}

/// What answers need of the mirror: its rows, and what is known of each source.
///
/// Readers never wait for a refresh.
package protocol SearchStore: Sendable {
    /// What is known of every source that has rows or a noted failure.
    ///
    /// - Throws: `StoreError` when the store cannot be read.
    func states() async throws(StoreError) -> [SourceID: StoredSource]

    /// Searches the sources of the search, each for its best rows.
    ///
    /// - Throws: `StoreError`, `.cancelled` when the task is cancelled.
    func search(_ search: RecordSearch) async throws(StoreError) -> [SourceID: SourceMatches]

    /// How many rows of each source the search finds, exactly; without words, how many meet the condition. Its order and limit
    /// do not matter.
    ///
    /// - Throws: `StoreError`, `.cancelled` when the task is cancelled.
    func count(_ search: RecordSearch) async throws(StoreError) -> [SourceID: Int]

    /// Lists rows of a source in an order.
    ///
    /// - Throws: `StoreError`, `.cancelled` when the task is cancelled.
    func list(
        _ source: SourceID, where condition: RecordCondition, order: ListOrder, limit: Int
    ) async throws(StoreError) -> [Record]

    /// The rows at addresses, where they are stored.
    ///
    /// - Throws: `StoreError` when the store cannot be read.
    func records(at addresses: [RecordAddress]) async throws(StoreError) -> [RecordAddress: Record]

    /// Titles that begin with a text, folded, for completion: the best known first, each once.
    ///
    /// - Throws: `StoreError` when the store cannot be read.
    func titles(startingWith text: String, in sources: [SourceID], limit: Int) async throws(StoreError) -> [String]

    /// Counts the values of columns in the rows that are selected, as `FacetTally` says.
    ///
    /// - Throws: `StoreError`, `.cancelled` when the task is cancelled.
    func facet(_ request: FacetRequest) async throws(StoreError) -> Facet

    /// Where those of the selected rows are that have a coordinate, in no order.
    ///
    /// - Throws: `StoreError`, `.cancelled` when the task is cancelled.
    func coordinates(of records: RecordSelection) async throws(StoreError) -> [Coordinate]

    /// Words of the rows that may be what a mistyped one, folded, was meant to be, each with the number of rows that
    /// have it: at least all that begin with the same letter or differ by one.
    ///
    /// - Throws: `StoreError`, `.cancelled` when the task is cancelled.
    func words(near word: String) async throws(StoreError) -> [String: Int]

    /// Values of a column of text that begin with a text, folded, for completion: in order, each once, not
    /// necessarily all there are. Of the column `key`, which every source has, those that begin with it exactly.
    ///
    /// - Throws: `StoreError` when the store cannot be read.
    func values(
        of column: String, startingWith text: String, in sources: [SourceID], limit: Int
    ) async throws(StoreError) -> [String]

    /// What refreshes changed in a source, the newest first: since a time, or, without one, what the last refresh did.
    ///
    /// `limit` bounds the changes, not what is counted. A confirmation is a refresh that changed nothing.
    ///
    /// - Throws: `StoreError` when the store cannot be read.
    func changes(of source: SourceID, since time: Date?, limit: Int) async throws(StoreError) -> ChangeLog

    /// What the last refresh of a source did to the records with some keys.
    ///
    /// - Throws: `StoreError` when the store cannot be read.
    func lastChanges(of source: SourceID, keys: Set<String>) async throws(StoreError) -> [RecordChange]
}

/// The port to the mirror: rows that can be fetched again, with what is known of each source.
///
/// Conformers are safe to use from any task.
package protocol RecordStore: RefreshStore, SearchStore {
    /// Removes all rows and all that is known of a source.
    ///
    /// - Throws: `StoreError` when it cannot be written.
    func remove(_ source: SourceID) async throws(StoreError)
}

/// The order in which rows of a source are listed.
package enum ListOrder: Hashable, Sendable {
    /// As asked for.
    case asked(RecordOrder)
    /// Best known first, then newest, those without a date last, then by title and key.
    case bestKnown
    /// Newest first, then best known, by title and key; those without a date last.
    case newest
}

extension SearchStore {
    /// Lists rows of a source, the best known first.
    ///
    /// - Throws: `StoreError`, `.cancelled` when the task is cancelled.
    package func list(
        _ source: SourceID, where condition: RecordCondition = .always, limit: Int
    ) async throws(StoreError) -> [Record] {
        try await list(source, where: condition, order: .bestKnown, limit: limit)
    }
}

extension RecordStore {
    /// What `states` says of one source.
    ///
    /// - Throws: `StoreError` when the store cannot be read.
    package func state(of source: SourceID) async throws(StoreError) -> StoredSource? {
        try await states()[source]
    }
}
