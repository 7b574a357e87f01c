package import AggSearch
package import AggSource
package import AggStorage

/// Where records are.
package struct MapAnswer: Sendable {
    /// The places of all records that have one, in no order.
    package var points: [Coordinate]
    /// The first records of the answer that have a place: the best known or best matching.
    package var named: [RecordsAnswer.Row]
    /// The sources that were asked.
    package var sources: [SourceStatus]
}

extension Aggregator {
    /// Where the records are that a query finds, or all of them.
    ///
    /// - Throws: `StoreError`, `.cancelled` when the task is cancelled.
    package nonisolated func map(
        matching query: SearchQuery, names: Int, usesCache: Bool = true
    ) async throws(StoreError) -> MapAnswer {
        if query.onlyFavorites {
            let answer = try await favorites(matching: query, usesCache: usesCache)
            let placed = answer.rows.filter { $0.record.coordinate != nil }
            return MapAnswer(
                points: placed.compactMap(\.record.coordinate), named: Array(placed.prefix(names)),
                sources: answer.sources.map(\.status))
        }
        let (records, sources) = try await selection(of: query, usesCache: usesCache)
        let named =
            names == 0
            ? [] : try await search(query.narrowed(to: .has(.coordinate)), limit: names, usesCache: usesCache).rows
        return MapAnswer(points: try await store.coordinates(of: records), named: named, sources: sources)
    }
}
