package import AggSearch
package import AggSource
package import AggStorage

/// How often values occur, with notes on the result.
package struct FacetAnswer: Sendable {
    /// The counts.
    package var facet: Facet
    /// The columns that were counted.
    package var columns: [FacetColumn]
    /// Notes needed to read the counts correctly.
    package var notes: [String]
    /// The sources with counted records.
    package var sources: [SourceStatus]
}

extension Aggregator {
    /// The names that can be counted in some sources: their own columns and those that every record has.
    package nonisolated func facetColumns(of sources: [SourceID]?) -> [String] {
        let own = registry.instances.filter { sources?.contains($0.id) ?? true }.flatMap {
            $0.dataSource.columns.map(\.name)
        }
        let common = FacetColumn.Common.allCases.map(\.rawValue)
        return own + common.filter { !own.contains($0) }
    }

    /// Counts the values of columns in the records that match a query, or in all records.
    ///
    /// Sources without one of the columns are left out. Favorites of disabled and removed sources count as well.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    package nonisolated func facet(
        _ names: [String], matching query: SearchQuery, limit: Int, step: FacetRequest.DateStep? = nil,
        usesCache: Bool = true
    ) async throws(StoreError) -> FacetAnswer {
        let asked = (registry.instances + (query.onlyFavorites ? registry.disabled : []))
            .filter { query.sources?.contains($0.id) ?? true }
        var notes = query.notes
        let columns = names.map { name in column(name, of: asked, &notes) }
        let own = columns.filter { $0.common == nil }.map(\.name)
        let having = asked.filter { Set(own).isSubset(of: $0.dataSource.columns.map(\.name)) }.map(\.id)
        var query = query
        // Of a removed source, only the columns that every record has are known.
        if !own.isEmpty { query.sources = having }
        let (facet, sources) = try await facet(columns, matching: query, limit: limit, step: step, usesCache: usesCache)
        return FacetAnswer(facet: facet, columns: columns, notes: notes, sources: sources)
    }

    /// The sources with selected records; all of them if there are none, since one with a problem might have had some.
    nonisolated func sources(
        with records: RecordSelection, among statuses: [SourceStatus]
    ) async throws(StoreError) -> [SourceStatus] {
        guard statuses.count > 1 else { return statuses }
        let counts = try await counts(of: records, in: statuses)
        let matched = statuses.filter { counts[$0.id, default: 0] > 0 }
        return matched.isEmpty ? statuses : statuses.filter { counts[$0.id, default: 0] > 0 || $0.withholdsRows }
    }

    /// Counts the values of columns, grouped as asked, and returns the counted sources.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    nonisolated func facet(
        _ columns: [FacetColumn], matching query: SearchQuery, limit: Int, step: FacetRequest.DateStep? = nil,
        usesCache: Bool
    ) async throws(StoreError) -> (facet: Facet, sources: [SourceStatus]) {
        guard query.onlyFavorites else {
            let (records, statuses) = try await selection(of: query, usesCache: usesCache)
            let facet = try await store.facet(FacetRequest(columns, of: records, limit: limit, step: step))
            return (facet, try await sources(with: records, among: statuses))
        }
        let answer = try await favorites(matching: query, usesCache: usesCache)
        var tally = FacetTally(FacetRequest(columns, of: [], limit: limit, step: step))
        for row in answer.rows { tally.add(row.record, from: row.address.source) }
        let sources = answer.sources.filter { $0.matched != 0 && $0.status.phase != .disabled }.map(\.status)
        return (tally.result(), sources)
    }

    /// The records that match a query, for the store to count without creating them, and the queried sources.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    nonisolated func selection(
        of query: SearchQuery, usesCache: Bool
    ) async throws(StoreError) -> (records: RecordSelection, sources: [SourceStatus]) {
        let query = query.condition.asksForFavorites ? query.resolved(by: try await users.favorites()) : query
        let favorites = await favoriteAddresses
        let statuses = try await storedStatuses(favorites: favorites, usesCache: usesCache)
            .filter { query.sources?.contains($0.id) ?? true }
        // Words without a letter match nothing.
        let sources = query.hasWords && query.text.isBlank ? [:] : conditions(of: query, statuses, favorites)
        return (RecordSelection(text: query.text, sources: sources), statuses)
    }

    /// The column with a name; if its kind differs between sources, it is counted as text.
    ///
    /// If only some sources have a column with the name of a part that every record has, such as `latitude`, that part
    /// is counted.
    private nonisolated func column(
        _ name: String, of instances: [SourceInstance], _ notes: inout [String]
    ) -> FacetColumn {
        var kinds: [FacetColumn.Grouping: [String]] = [:]
        for instance in instances {
            for column in instance.dataSource.columns where column.name == name {
                kinds[column.kind.grouping, default: []].append(instance.id.description)
            }
        }
        let owners = kinds.values.reduce(0) { $0 + $1.count }
        if owners < instances.count, let common = FacetColumn.Common(rawValue: name) { return FacetColumn(common) }
        guard let first = kinds.keys.first else { return FacetColumn(name) }
        guard kinds.count > 1 else { return FacetColumn(name, first) }
        let words: KeyValuePairs<FacetColumn.Grouping, String> = [
            .values: "text", .numbers: "a number", .dates: "a date",
        ]
        let parts = words.compactMap { grouping, word in
            kinds[grouping].map { "\(word) in \($0.joined(separator: ", "))" }
        }
        notes.append("\(name) is \(parts.joined(separator: " and ")); its values are counted as text")
        return FacetColumn(name)
    }
}
