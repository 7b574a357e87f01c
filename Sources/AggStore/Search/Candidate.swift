import AggSearch
import AggSource

/// A row found by a search, with the values that determine its position in the answer.
struct Candidate: Comparable {
    let id: Int64
    /// How the row matched.
    let tier: MatchTier
    let isFavorite: Bool
    let order: MatchOrder

    init(
        id: Int64, tier: MatchTier, isFavorite: Bool = false, title: MatchedTitle, date: String?, key: String
    ) {
        self.id = id
        self.tier = tier
        self.isFavorite = isFavorite
        order = MatchOrder(
            tier: tier, isFavorite: isFavorite, prominence: RecordClass(ofRow: id).prominence,
            title: title, date: date.map(RecordDate.init(canonical:)), key: key)
    }

    static func < (left: Candidate, right: Candidate) -> Bool { left.order < right.order }
}

/// The rows found so far, each once and in its best position.
///
/// Only the best rows are wanted in order. A row that cannot be among them is only counted, because its position takes
/// longer to determine than all else.
struct Candidates {
    private struct Row {
        let id: Int64
        var tier: MatchTier
        /// Nil for a row that is only counted.
        var candidate: Candidate?
    }

    private var rows: [Row] = []
    /// The positions of the rows by id; empty while there are few, which are found faster without it.
    private var places: [Int64: Int] = [:]
    /// The first row in answer order; nil if there are none.
    private(set) var leader: Candidate?

    /// The greatest number of rows that are few.
    private static let few = 64

    /// Adds a row; if it was already found by another title or in another tier, the better position is kept.
    mutating func add(_ candidate: Candidate) {
        guard let place = place(of: candidate.id) else {
            append(Row(id: candidate.id, tier: candidate.tier, candidate: candidate))
            return lead(candidate)
        }
        if let known = rows[place].candidate {
            if known.isFavorite || known < candidate { return }
        } else if rows[place].tier < candidate.tier {
            return
        }
        rows[place].tier = candidate.tier
        rows[place].candidate = candidate
        lead(candidate)
    }

    private mutating func lead(_ candidate: Candidate) {
        if leader.map({ candidate < $0 }) ?? true { leader = candidate }
    }

    /// Adds a row that comes after all that are wanted.
    mutating func count(_ id: Int64, in tier: MatchTier) {
        guard let place = place(of: id) else { return append(Row(id: id, tier: tier, candidate: nil)) }
        if rows[place].candidate == nil, tier < rows[place].tier { rows[place].tier = tier }
    }

    private mutating func append(_ row: Row) {
        rows.append(row)
        if rows.count == Self.few + 1 {
            for (place, row) in rows.enumerated() { places[row.id] = place }
        } else if rows.count > Self.few {
            places[row.id] = rows.count - 1
        }
    }

    func contains(_ id: Int64) -> Bool { place(of: id) != nil }

    private func place(of id: Int64) -> Int? {
        rows.count > Self.few ? places[id] : rows.firstIndex { $0.id == id }
    }

    /// The number of rows in a tier and in better ones.
    func count(upTo tier: MatchTier) -> Int {
        rows.count { $0.tier <= tier }
    }

    var count: Int { rows.count }

    /// The first rows in answer order.
    ///
    /// Indexes are sorted instead of candidates, which are large and hold texts that would be retained at every move.
    func first(_ limit: Int) -> [Candidate] {
        if limit == 1 { return leader.map { [$0] } ?? [] }
        let candidates = rows.compactMap(\.candidate)
        return candidates.withUnsafeBufferPointer { candidates in
            (0..<candidates.count).sorted { candidates[$0].order < candidates[$1].order }.prefix(limit)
                .map { candidates[$0] }
        }
    }
}
