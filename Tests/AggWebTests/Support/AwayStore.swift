import AggSearch
import AggSource
import AggStorage
import Foundation

/// A store whose server cannot be reached: every access fails.
struct AwayStore: RecordStore {
    let error: StoreError

    func stage(_ source: SourceID) async throws(StoreError) -> any StagingArea { throw error }

    func stage(_ source: SourceID, unsearchable columns: Set<String>) async throws(StoreError) -> any StagingArea {
        throw error
    }

    func confirm(
        _ source: SourceID, over basis: StoredSource?, state: FetchState?, at time: Date
    ) async throws(StoreError) -> StoredSource? {
        throw error
    }

    func noteFailure(
        _ failure: LoadFailure, of source: SourceID, over basis: StoredSource?
    ) async throws(StoreError) {
        throw error
    }

    func remove(_ source: SourceID) async throws(StoreError) { throw error }

    func states() async throws(StoreError) -> [SourceID: StoredSource] { throw error }

    func search(_ search: RecordSearch) async throws(StoreError) -> [SourceID: SourceMatches] { throw error }

    func count(_ search: RecordSearch) async throws(StoreError) -> [SourceID: Int] { throw error }

    func list(
        _ source: SourceID, where condition: RecordCondition, order: ListOrder, limit: Int
    ) async throws(StoreError) -> [Record] {
        throw error
    }

    func records(at addresses: [RecordAddress]) async throws(StoreError) -> [RecordAddress: Record] { throw error }

    func titles(startingWith text: String, in sources: [SourceID], limit: Int) async throws(StoreError) -> [String] {
        throw error
    }

    func facet(_ request: FacetRequest) async throws(StoreError) -> Facet { throw error }

    func coordinates(of records: RecordSelection) async throws(StoreError) -> [Coordinate] { throw error }

    func words(near word: String) async throws(StoreError) -> [String: Int] { throw error }

    func counts(of words: [String]) async throws(StoreError) -> [String: Int] { throw error }

    func values(
        of column: String, startingWith text: String, in sources: [SourceID], limit: Int
    ) async throws(StoreError) -> [String] {
        throw error
    }

    func changes(of source: SourceID, since time: Date?, limit: Int) async throws(StoreError) -> ChangeLog {
        throw error
    }

    func changeTimes() async throws(StoreError) -> [SourceID: Date] { throw error }

    func lastChanges(of source: SourceID, keys: Set<String>) async throws(StoreError) -> [RecordChange] { throw error }
}
