import AggSearch
import AggSource
import AggStorage

/// Whether single records match one of some queries: as a search would find them, but without a store.
struct RecordMatcher {
    private let queries: [(query: SearchQuery, matcher: TierMatcher?)]
    private let favorites: Set<RecordAddress>
    private let columns: [SourceID: Set<String>]
    private let unsearchable: [SourceID: Set<String>]

    /// Creates a matcher for queries with tags and notes already resolved.
    init(_ queries: [SearchQuery], favorites: Set<RecordAddress>, registry: SourceRegistry) {
        self.queries = queries.map { ($0, $0.hasWords ? TierMatcher($0.text) : nil) }
        self.favorites = favorites
        columns = Dictionary(
            registry.instances.map { ($0.id, Set($0.dataSource.columns.map(\.name))) }, uniquingKeysWith: { $1 })
        unsearchable = Dictionary(
            registry.instances.map { ($0.id, $0.unsearchableColumns) }, uniquingKeysWith: { $1 })
    }

    /// Whether a record of a source matches.
    func matches(_ record: Record, of source: SourceStatus) -> Bool {
        let unsearchable = unsearchable[source.id] ?? []
        let words = RecordWords(record, unsearchable: unsearchable)
        return queries.contains { query, matcher in
            guard query.sources?.contains(source.id) ?? true else { return false }
            let address = RecordAddress(source: source.id, key: record.key)
            if query.onlyFavorites, !favorites.contains(address) { return false }
            let isStale = source.isStale || source.origin == .starter
            let condition = query.condition.decided(for: source.id, isStale: isStale, favorites: favorites)
            guard condition.canBeMet(byColumn: { columns[source.id]?.contains($0) ?? false }),
                condition.isMet(by: record, words: words)
            else { return false }
            return matcher.map { $0.tier(of: record, unsearchable: unsearchable) != nil } ?? true
        }
    }
}

extension Aggregator {
    /// The matcher of some queries; nil if there are none.
    ///
    /// - Throws: `StoreError` if the queries need favorites that cannot be read.
    nonisolated func recordMatcher(
        of queries: [SearchQuery]?, _ favorites: Set<RecordAddress>
    ) async throws(StoreError) -> RecordMatcher? {
        guard let queries else { return nil }
        let asksForFavorites = queries.contains { $0.condition.asksForFavorites }
        let kept = asksForFavorites ? try await users.favorites() : []
        return RecordMatcher(
            queries.map { asksForFavorites ? $0.resolved(by: kept) : $0 }, favorites: favorites, registry: registry)
    }
}
