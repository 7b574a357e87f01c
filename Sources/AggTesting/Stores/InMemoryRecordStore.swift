public import AggCore
public import Foundation

/// A record store in memory, which keeps all promises of the port and does the plainest thing for each.
///
/// It is what searches of other stores are compared to: every record is looked at by `TierMatcher` and sorted by
/// `MatchOrder`.
public actor InMemoryRecordStore: RecordStore {
    private var sources: [SourceID: Holding] = [:]

    /// What is held of a source.
    struct Holding {
        /// What is known of it.
        var state: StoredSource
        /// Its rows by their keys.
        var rows: [String: Row] = [:]
    }

    /// A record, and when it was last in an answer.
    struct Row {
        var record: Record
        var seen: Date?
    }

    /// Makes an empty store.
    public init() {}

    public func states() -> [SourceID: StoredSource] {
        sources.mapValues(\.state)
    }

    public func stage(_ source: SourceID) -> any StagingArea {
        InMemoryStagingArea(source, in: self)
    }

    public func confirm(_ source: SourceID, state: FetchState?, at time: Date) {
        guard var holding = sources[source] else { return }
        for (key, row) in holding.rows where row.seen == holding.state.fetchedAt { holding.rows[key]?.seen = time }
        holding.state.fetchedAt = time
        holding.state.fetchState = state ?? holding.state.fetchState
        holding.state.failure = nil
        sources[source] = holding
    }

    public func noteFailure(_ failure: LoadFailure, of source: SourceID) {
        sources[source, default: Holding(state: StoredSource(origin: .remote, records: 0))].state.failure = failure
    }

    public func search(_ search: RecordSearch) -> [SourceID: SourceMatches] {
        if search.text.isBlank { return [:] }
        let matcher = TierMatcher(search.text)
        var found: [SourceID: SourceMatches] = [:]
        for (source, filters) in search.sources {
            let matches = records(of: source, filters).compactMap { record in
                matcher.tier(of: record).map { tier in
                    let address = RecordAddress(source: source, key: record.key)
                    return SearchMatch(record: record, tier: tier, isFavorite: search.favorites.contains(address))
                }
            }
            if matches.isEmpty { continue }
            let ordered = matches.map { ($0, MatchOrder($0, for: search.text)) }.sorted { $0.1 < $1.1 }.map(\.0)
            found[source] = SourceMatches(
                matches: Array(ordered.prefix(search.limit)), isTruncated: ordered.count > search.limit)
        }
        return found
    }

    public func list(_ source: SourceID, filters: [FieldFilter], limit: Int) -> [Record] {
        Array(records(of: source, filters).sorted(by: Self.isListedBefore).prefix(limit))
    }

    public func records(at addresses: [RecordAddress]) -> [RecordAddress: Record] {
        var found: [RecordAddress: Record] = [:]
        for address in addresses { found[address] = sources[address.source]?.rows[address.key]?.record }
        return found
    }

    public func titles(startingWith text: String, in sources: [SourceID], limit: Int) -> [String] {
        let start = Folding.fold(text)
        let records = sources.flatMap { self.records(of: $0, []) }.filter { record in
            let words = RecordWords(record)
            return ([words.title] + (words.alternate.map { [$0] } ?? [])).contains {
                $0.utf8.starts(with: start.utf8)
            }
        }
        // Spelling counts for nothing here: every title begins with the empty text.
        let ordered = records.map { record in
            let match = SearchMatch(record: record, tier: .titlePrefix, isFavorite: false)
            return (record, MatchOrder(match, for: SearchText("")))
        }.sorted { $0.1 < $1.1 }.map(\.0)
        var seen: Set<String> = []
        return Array(ordered.filter { seen.insert(Folding.fold($0.title)).inserted }.map(\.title).prefix(limit))
    }

    public func remove(_ source: SourceID) {
        sources[source] = nil
    }

    func holding(_ source: SourceID) -> Holding? {
        sources[source]
    }

    func replace(_ source: SourceID, with holding: Holding) {
        sources[source] = holding
    }

    private func records(of source: SourceID, _ filters: [FieldFilter]) -> [Record] {
        (sources[source]?.rows.values).map { rows in
            rows.map(\.record).filter { record in filters.allSatisfy { $0.matches(record) } }
        } ?? []
    }

    private static func isListedBefore(_ left: Record, _ right: Record) -> Bool {
        if left.prominence != right.prominence { return left.prominence > right.prominence }
        if left.date != right.date {
            guard let earlier = right.date else { return true }
            return left.date.map { $0 > earlier } ?? false
        }
        let (leftTitle, rightTitle) = (Folding.fold(left.title), Folding.fold(right.title))
        let (first, second) = leftTitle == rightTitle ? (left.key, right.key) : (leftTitle, rightTitle)
        return first.utf8.lexicographicallyPrecedes(second.utf8)
    }
}
