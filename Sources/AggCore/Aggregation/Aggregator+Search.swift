extension Aggregator {
    /// Answers a query from the store; a blank one with the favorites.
    ///
    /// - Throws: `StoreError`, `.cancelled` when the task is cancelled. Search goes on when the favorites cannot be
    ///   read, unless they are what is asked for.
    public nonisolated func search(
        _ query: SearchQuery, limit: Int, usesCache: Bool = true
    ) async throws(StoreError) -> RecordsAnswer {
        if query.isBlank || query.onlyFavorites {
            return try await favorites(matching: query, limit: limit, usesCache: usesCache)
        }
        let favorites = (try? await users.favoriteAddresses()) ?? []
        let statuses = try await storedStatuses(favorites: favorites, usesCache: usesCache)
            .filter { query.sources?.contains($0.id) ?? true }
        let searched = statuses.filter { $0.isServed && has(query.filters, $0.id) }
        if !query.hasWords { return try await list(searched, of: statuses, query, favorites, limit) }

        let search = RecordSearch(
            text: query.text,
            sources: Dictionary(uniqueKeysWithValues: searched.map { ($0.id, query.filters) }),
            favorites: favorites, limit: limit)
        let found = try await store.search(search)
        let merged = SearchMerge.merge(
            searched.compactMap { status in found[status.id].map { (status.id, $0) } }, for: query.text, limit: limit)
        let rows = merged.rows.map { row in
            RecordsAnswer.Row(
                address: RecordAddress(source: row.source, key: row.match.record.key), record: row.match.record,
                tier: row.match.tier, isFavorite: row.match.isFavorite)
        }
        let sources = statuses.map { status in
            RecordsAnswer.Source(status: status, matched: Self.matched(found[status.id]))
        }
        return RecordsAnswer(rows: rows, isTruncated: merged.isTruncated, sources: sources)
    }

    /// Lists the rows of a source in an order.
    ///
    /// - Throws: `StoreError`, `.cancelled` when the task is cancelled.
    public nonisolated func list(
        _ instance: SourceInstance, order: ListOrder = .bestKnown, limit: Int, usesCache: Bool = true
    ) async throws(StoreError) -> RecordsAnswer {
        let favorites = (try? await users.favoriteAddresses()) ?? []
        let statuses = try await storedStatuses(favorites: favorites, usesCache: usesCache)
            .filter { $0.id == instance.id }
        return try await list(statuses.filter(\.isServed), of: statuses, SearchQuery(), favorites, limit, order)
    }

    private nonisolated func list(
        _ listed: [SourceStatus], of statuses: [SourceStatus], _ query: SearchQuery, _ favorites: Set<RecordAddress>,
        _ limit: Int, _ order: ListOrder = .bestKnown
    ) async throws(StoreError) -> RecordsAnswer {
        var rows: [RecordsAnswer.Row] = []
        var matched: [SourceID: Int] = [:]
        var isTruncated = false
        for status in listed {
            let records = try await store.list(status.id, filters: query.filters, order: order, limit: limit + 1)
            if query.filters.isEmpty {
                matched[status.id] = status.records
            } else if records.count <= limit {
                matched[status.id] = records.count
            }
            isTruncated = isTruncated || records.count > limit
            rows += records.prefix(limit).map { record in
                let address = RecordAddress(source: status.id, key: record.key)
                return RecordsAnswer.Row(address: address, record: record, isFavorite: favorites.contains(address))
            }
        }
        let sources = statuses.map { RecordsAnswer.Source(status: $0, matched: matched[$0.id]) }
        return RecordsAnswer(
            rows: Array(rows.prefix(limit)), isTruncated: isTruncated || rows.count > limit, sources: sources)
    }

    private nonisolated func has(_ filters: [FieldFilter], _ id: SourceID) -> Bool {
        guard !filters.isEmpty, let columns = registry[id]?.dataSource.columns else { return true }
        return filters.allSatisfy { filter in columns.contains { $0.name == filter.column } }
    }

    private static func matched(_ found: SourceMatches?) -> Int? {
        guard let found else { return 0 }
        return found.isTruncated ? nil : found.matches.count
    }
}
