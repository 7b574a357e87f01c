package import AggSearch
import AggSource
package import AggStorage
package import Foundation

/// The history of a value: the refreshes that changed it.
package struct ValueSeries: Sendable {
    /// A value and the refresh it came with.
    package struct Point: Hashable, Sendable {
        /// The time of the refresh; nil for the value before the first recorded one.
        package var at: Date?
        /// The value.
        package var value: Double
    }

    /// The values, oldest first.
    package var points: [Point] = []
    /// Notes needed to read it correctly, each a sentence without the final period.
    package var notes: [String] = []
    /// The sources of the values.
    package var sources: [SourceStatus] = []
}

extension Aggregator {
    /// The values of a column of a record; empty if they are not numbers.
    ///
    /// - Throws: `StoreError` if the mirror cannot be read.
    package nonisolated func series(
        of column: String, in address: RecordAddress
    ) async throws(StoreError) -> ValueSeries {
        var series = ValueSeries()
        for change in try await store.changes(to: address).reversed() {
            guard let field = change.fields.first(where: { $0.name == column }) else { continue }
            if series.points.isEmpty, let before = field.from?.number { series.points.append(.init(value: before)) }
            if let value = field.to?.number { series.points.append(.init(at: change.at, value: value)) }
        }
        guard series.points.isEmpty, let value = try await store.records(at: [address])[address]?[column]?.number else {
            return series
        }
        let state = try await store.state(of: address.source)
        series.points = [.init(at: state?.fetchedAt, value: value)]
        series.notes = ["no recorded refresh has changed this value"]
        return series
    }

    /// The number of records that a query finds, or the sum of a column over them, before and after each refresh that
    /// changed it.
    ///
    /// It starts with the current results of the query and undoes one refresh after another. Sources without the column
    /// are left out. It is empty if no source has rows to show, or if records match but none has ever had a number.
    ///
    /// - Throws: `StoreError` if the mirror cannot be read.
    package nonisolated func series(
        ofSum column: String?, over query: SearchQuery, usesCache: Bool = true
    ) async throws(StoreError) -> ValueSeries {
        var query = query
        if let column {
            query.sources = registry.instances.map(\.id).filter { id in
                query.sources?.contains(id) ?? true
                    && registry[id]?.dataSource.columns.contains { $0.name == column } ?? false
            }
        }
        let favorites = await favoriteAddresses
        let asked = try await storedStatuses(favorites: favorites, usesCache: usesCache)
            .filter { query.sources?.contains($0.id) ?? true }
        let statuses = asked.filter(\.isServed)
        var series = ValueSeries(sources: asked)
        guard !statuses.isEmpty, let matcher = try await recordMatcher(of: [query], favorites) else { return series }
        let present = try await present(column, query, usesCache)
        // If every record counts, so does every removed one, whose values are not kept.
        let countsAll = column == nil && !query.hasWords && !query.onlyFavorites && query.condition == .always
        var history = SeriesHistory()
        for status in statuses {
            let log = try await store.changes(of: status.id, since: .distantPast, limit: ChangeLog.everything)
            guard !countsAll else {
                history.add(countsOf: log)
                continue
            }
            let stored = try await store.records(at: log.changes.map(\.address))
            history.add(log, stored) { record in
                guard matcher.matches(record, of: status) else { return 0 }
                return column.map { record[$0]?.number ?? 0 } ?? 1
            }
        }
        let points = history.points(
            endingAt: present ?? CompensatedSum([]), newest: statuses.compactMap(\.fetchedAt).max())
        guard present != nil || points.count > 1 else { return series }
        series.points = points
        series.notes = history.notes
        return series
    }

    /// The current result of a query: the number of records, or the sum of a column; nil if there are records but none
    /// has a number in the column.
    private nonisolated func present(
        _ column: String?, _ query: SearchQuery, _ usesCache: Bool
    ) async throws(StoreError) -> CompensatedSum? {
        guard let column else {
            return CompensatedSum([Double(try await count(query, usesCache: usesCache).total ?? 0)])
        }
        let kinds = (query.sources ?? []).flatMap { registry[$0]?.dataSource.columns ?? [] }
            .filter { $0.name == column }.map(\.kind)
        let numbers: [Double]
        let found: Int
        if kinds.allSatisfy({ $0 == .integer || $0 == .decimal }) {
            // The store counts each number, so the records, of which there may be millions, need not be created.
            let counted = [FacetColumn(column)]
            let facet = try await facet(counted, matching: query, limit: 1 << 40, usesCache: usesCache).facet
            numbers = facet.rows.compactMap { row in
                row.values.first.flatMap { Double($0.text) }.map { $0 * Double(row.count) }
            }
            found = facet.records
        } else {
            let rows = try await search(query, limit: 1 << 40, usesCache: usesCache).rows
            numbers = rows.compactMap { $0.record[column]?.number }
            found = rows.count
        }
        return numbers.isEmpty && found > 0 ? nil : CompensatedSum(numbers)
    }
}
