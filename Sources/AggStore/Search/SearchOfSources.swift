import AggSearch
import AggSource
import AggStorage
import GRDB

/// A search of several sources that reads only the rows with room in the merged answer.
///
/// The matches of all sources are found and counted before any row is read. If there are as many sources as the answer
/// has rows, each probably has room for its best match only (`SourceShare`), so the others are only counted. If it turns
/// out that fewer sources have matches, these few are searched again.
struct SearchOfSources {
    private let db: Database
    private let search: RecordSearch
    private let prefixes: PrefixExpansion
    private let favorites: [SourceID: [String]]
    /// The sources with matches, if asking each one would take longer.
    private let known: SourcesWithMatches?

    init(_ search: RecordSearch, _ db: Database) throws {
        self.db = db
        self.search = search
        prefixes = PrefixExpansion(db)
        favorites = Dictionary(grouping: search.favorites, by: \.source).mapValues { $0.map(\.key) }
        let isLarge = search.sources.count > SourcesWithMatches.fewest
        known = isLarge ? try SourcesWithMatches(search.text, prefixes: prefixes, db) : nil
    }

    /// Finds the number of matches in each source that has some, and those that can be in the merged answer.
    func matches() throws -> [SourceID: SourceMatches] {
        if search.limit < 1 { return [:] }
        let matching = try known?.conditions(among: search.sources, db) ?? search.sources
        let best = matching.count < search.limit || !search.leavesRoom ? search.limit : 1
        var found: [SourceID: SourceMatches] = [:]
        var ranked: [SourceID: RankedMatches] = [:]
        for (id, condition) in matching {
            guard let source = try SearchedSource.find(id, db) else { continue }
            if let matches = try orderedMatches(source, id, condition) {
                if !matches.matches.isEmpty { found[id] = matches }
            } else {
                let matches = try rankedMatches(source, id, condition, best: best)
                if matches.count > 0 { ranked[id] = matches }
            }
        }
        let counts = found.values.map(\.matches.count) + ranked.values.map(\.count)
        let share = SourceShare(matches: counts, limit: search.limit, leavesRoom: search.leavesRoom)
        let last = lastPlace(of: ranked, share)
        for (id, matches) in ranked {
            var matches = matches
            if share.most > best, matches.count > best, let source = try SearchedSource.find(id, db) {
                matches = try rankedMatches(source, id, search.sources[id] ?? .never, best: share.most)
            }
            found[id] = try matches.read(db, limit: share.most, upTo: last)
        }
        return found
    }

    /// The place in the order by rank that the last row of the answer has at most; nil if every source has room.
    private func lastPlace(of ranked: [SourceID: RankedMatches], _ share: SourceShare) -> MatchOrder? {
        guard share.most == 1, ranked.count > search.limit else { return nil }
        return ranked.values.compactMap { $0.best.first?.order }.sorted()[search.limit - 1]
    }

    private func rankedMatches(
        _ source: SearchedSource, _ id: SourceID, _ condition: RecordCondition, best: Int
    ) throws -> RankedMatches {
        var run = SourceSearch(
            db: db, text: search.text, source: source, condition: ConditionSQL(condition), prefixes: prefixes,
            limit: search.limit, best: min(best, search.limit))
        return try run.matches(favorites: favorites[id] ?? [], containing: known?.ids(of: source))
    }

    /// The matches in a requested order or in a small circle, whose rows have been read; nil for any other search.
    private func orderedMatches(
        _ source: SearchedSource, _ id: SourceID, _ condition: RecordCondition
    ) throws -> SourceMatches? {
        let circle = condition.circle
        guard circle != nil || search.order != nil else { return nil }
        let favorites = Set(favorites[id] ?? [])
        if let circle {
            let near = PlaceSearch(db: db, text: search.text, source: source, circle: circle, limit: search.limit)
            if let matches = try near.matches(where: condition, in: search.order, favorites: favorites) {
                return matches
            }
        }
        return try search.order.map { order in
            try OrderedSearch(db: db, text: search.text, source: source, prefixes: prefixes, limit: search.limit)
                .matches(where: condition, in: order, favorites: favorites)
        }
    }
}

/// The matches of a search in one source before their rows are read.
struct RankedMatches {
    /// The best matches in order, as many as wanted.
    let best: [Candidate]
    /// The number of matches up to the limit.
    let count: Int
    /// Whether there are more matches than the limit.
    let isTruncated: Bool
    /// The total number of matches; nil if unknown.
    let total: Int?

    /// Reads the rows of the best matches, except those that come after a place.
    ///
    /// - Throws: `DamagedRecord`.
    func read(_ db: Database, limit: Int, upTo last: MatchOrder?) throws -> SourceMatches {
        var matches: [SearchMatch] = []
        let row = try PreparedStatement(db, "SELECT \(StoredRecord.columns) FROM record WHERE id = ?1")
        for candidate in best.prefix(limit) where last.map({ candidate.order <= $0 }) ?? true {
            row.reset()
            row.bind(1, candidate.id)
            guard try row.step() else { throw DamagedRecord() }
            let record = try StoredRecord.record(row)
            matches.append(SearchMatch(record: record, tier: candidate.tier, isFavorite: candidate.isFavorite))
        }
        return SourceMatches(matches: matches, isTruncated: isTruncated, total: isTruncated ? total : count)
    }
}
