package import AggSearch
package import AggSource
package import AggStorage

/// The locations of records.
package struct MapAnswer: Sendable {
    /// The locations of all records that have one, in no particular order.
    package var points: [Coordinate]
    /// The best-known or best-matching records that have a location, of all sources together.
    package var named: [RecordsAnswer.Row]
    /// The sources of these records.
    package var sources: [SourceStatus]
}

extension Aggregator {
    /// The locations of the records that match a query, or of all records.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    package nonisolated func map(
        matching query: SearchQuery, names: Int, usesCache: Bool = true
    ) async throws(StoreError) -> MapAnswer {
        if query.onlyFavorites {
            let answer = try await favorites(matching: query, usesCache: usesCache)
            let placed = answer.rows.filter { $0.record.coordinate != nil }
            let sources = Set(placed.map(\.address.source))
            return MapAnswer(
                points: placed.compactMap(\.record.coordinate), named: Array(placed.prefix(names)),
                sources: answer.sources.map(\.status).filter { sources.contains($0.id) && $0.phase != .disabled })
        }
        let (records, statuses) = try await selection(of: query, usesCache: usesCache)
        var labeled = query.narrowed(to: .has(.coordinate))
        // An answer keeps room for each source unless the sources were chosen, but the labels are for the best of all.
        labeled.sources = query.sources ?? statuses.map(\.id)
        let named = names == 0 ? [] : try await search(labeled, limit: names, usesCache: usesCache).rows
        // For all records of a source, counting those with a location would take as long as reading their locations.
        let placed = records.sources.mapValues { condition -> RecordCondition in
            records.text.isBlank && condition == .always ? .always : .all([condition, .has(.coordinate)])
        }
        return MapAnswer(
            points: try await store.coordinates(of: records), named: named,
            sources: try await sources(with: RecordSelection(text: records.text, sources: placed), among: statuses))
    }

    /// The stored records at some addresses, in their order; those that are not stored are left out.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    package nonisolated func records(at addresses: [RecordAddress]) async throws(StoreError) -> [Record] {
        let found = try await store.records(at: addresses)
        return addresses.compactMap { found[$0] }
    }
}
