package import AggSearch
package import AggSource
package import AggStorage
package import Foundation

/// The features that still require a local store: read marks, alerts, and the history of favorites.
package struct LocalOnly: FavoriteMergeStore, ReadMarkStore, AlertStore {
    private var error: StoreError {
        .server(
            code: "local_only",
            reason: "read marks, alerts, and merging favorites currently require a local store (--store FOLDER)")
    }

    /// Throws an error.
    package func favoriteHistories() throws(StoreError) -> [RecordAddress: FavoriteHistory] { throw error }

    /// Throws an error.
    package func mergeFavorites(
        _ histories: [RecordAddress: FavoriteHistory], limit: Int
    ) throws(StoreError) -> FavoriteMerge { throw error }

    /// Returns an empty result.
    package func readMarks() -> ReadMarks { ReadMarks() }

    /// Throws an error.
    package func mark(_ records: [RecordAddress: ReadMarks.OfRecord]) throws(StoreError) { throw error }

    /// Throws an error.
    package func mark(_ sources: [SourceID: ReadMarks.OfSource]) throws(StoreError) { throw error }

    /// Returns an empty result.
    package func watches() -> [Watch] { [] }

    /// Throws an error.
    package func saveWatch(_ watch: Watch) throws(StoreError) { throw error }

    /// Does nothing.
    package func removeWatch(_ name: String) {}

    /// Returns an empty result.
    package func noteMatches(_ alerts: [Alert], of watch: String, examined: [SourceID: Date]) -> [Alert] { [] }

    /// Returns an empty result.
    package func alerts(onlyUnreported: Bool) -> [Alert] { [] }

    /// Does nothing.
    package func noteAttempt(_ numbers: [Int64]) {}

    /// Does nothing.
    package func noteReported(_ numbers: [Int64]) {}
}
