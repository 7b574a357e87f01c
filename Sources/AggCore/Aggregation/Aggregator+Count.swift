package import AggSearch
import AggSource
package import AggStorage

extension Aggregator {
    /// Counts the records that a query finds, exactly; of an empty one, all records.
    ///
    /// The answer has no rows.
    ///
    /// - Throws: `StoreError`, `.cancelled` when the task is cancelled.
    package nonisolated func count(
        _ query: SearchQuery, usesCache: Bool = true
    ) async throws(StoreError) -> RecordsAnswer {
        if query.onlyFavorites {
            var answer = try await favorites(matching: query, usesCache: usesCache)
            answer.rows = []
            return answer
        }
        let query = query.condition.asksForMarks ? query.resolved(by: try await users.favorites()) : query
        let favorites = await favoriteAddresses
        let statuses = try await storedStatuses(favorites: favorites, usesCache: usesCache)
            .filter { query.sources?.contains($0.id) ?? true }
        var counts: [SourceID: Int] = [:]
        var counted = conditions(of: query, statuses, favorites)
        // Words without a letter find nothing.
        if query.hasWords, query.text.isBlank { counted = [:] }
        for status in statuses where !query.hasWords && counted[status.id] == RecordCondition.always {
            counts[status.id] = status.records
            counted[status.id] = nil
        }
        let found = try await store.count(RecordSearch(text: query.text, sources: counted, limit: 0))
        counts.merge(found) { $1 }
        var answer = RecordsAnswer(
            rows: [], sources: statuses.map { .init(status: $0, matched: counts[$0.id] ?? 0) }, notes: query.notes)
        if answer.total == 0 { answer.notes += try await incomparable(query, statuses) }
        return answer
    }
}
