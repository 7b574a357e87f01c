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
        guard query.findsEveryRecord else {
            let answer = try await search(query, limit: 1_000_000, usesCache: usesCache)
            let placed = answer.rows.filter { $0.record.coordinate != nil }
            return MapAnswer(
                points: placed.compactMap(\.record.coordinate), named: Array(placed.prefix(names)),
                sources: answer.sources.map(\.status))
        }
        let statuses = try await storedStatuses(favorites: favoriteAddresses, usesCache: usesCache)
            .filter { query.sources?.contains($0.id) ?? true }
        let served = statuses.filter(\.isServed).map(\.id)
        var named: [RecordsAnswer.Row] = []
        for source in served {
            let records = try await store.list(source, where: .always, limit: names)
            named += records.filter { $0.coordinate != nil }.map { record in
                RecordsAnswer.Row(address: RecordAddress(source: source, key: record.key), record: record)
            }
        }
        let best = named.enumerated().sorted { left, right in
            let (known, other) = (left.element.record.prominence, right.element.record.prominence)
            return known == other ? left.offset < right.offset : known > other
        }
        return MapAnswer(
            points: try await store.coordinates(of: served), named: best.prefix(names).map(\.element),
            sources: statuses)
    }
}
