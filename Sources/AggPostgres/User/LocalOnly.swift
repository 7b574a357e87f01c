package import AggSearch
package import AggSource
package import AggStorage
package import Foundation

/// What only a local store can keep so far: read marks, alerts, and the history of favorites.
package struct LocalOnly: FavoriteMergeStore, ReadMarkStore, AlertStore {
    private var error: StoreError {
        .server(
            code: "local_only",
            reason: "read marks, alerts, and merged favorites need a local store for now (--store FOLDER)")
    }

    /// Nothing.
    package func favoriteHistories() throws(StoreError) -> [RecordAddress: FavoriteHistory] { throw error }

    /// Refuses.
    package func mergeFavorites(
        _ histories: [RecordAddress: FavoriteHistory], limit: Int
    ) throws(StoreError) -> FavoriteMerge { throw error }

    /// None.
    package func readMarks() -> ReadMarks { ReadMarks() }

    /// Refuses.
    package func mark(_ records: [RecordAddress: ReadMarks.OfRecord]) throws(StoreError) { throw error }

    /// Refuses.
    package func mark(_ sources: [SourceID: ReadMarks.OfSource]) throws(StoreError) { throw error }

    /// None.
    package func watches() -> [Watch] { [] }

    /// Refuses.
    package func saveWatch(_ watch: Watch) throws(StoreError) { throw error }

    /// Does nothing, since there is none.
    package func removeWatch(_ name: String) {}

    /// None.
    package func noteMatches(_ alerts: [Alert], of watch: String, examined: [SourceID: Date]) -> [Alert] { [] }

    /// None.
    package func alerts(onlyUnreported: Bool) -> [Alert] { [] }

    /// Does nothing, since there is none.
    package func noteAttempt(_ numbers: [Int64]) {}

    /// Does nothing, since there is none.
    package func noteReported(_ numbers: [Int64]) {}
}
