import AggSearch
import AggSource

/// A row found by a search, with the values that determine its position in the answer.
struct Candidate: Comparable {
    let id: Int64
    /// How the row matched.
    let tier: MatchTier
    let isFavorite: Bool
    fileprivate let order: MatchOrder

    init(
        id: Int64, tier: MatchTier, isFavorite: Bool = false, title: MatchedTitle, date: String?, key: String
    ) {
        self.id = id
        self.tier = tier
        self.isFavorite = isFavorite
        order = MatchOrder(
            tier: tier, isFavorite: isFavorite, prominence: RecordClass(ofRow: id).prominence,
            isExactSpelling: title.isExactSpelling, foldedTitle: title.folded,
            date: date.map(RecordDate.init(canonical:)), key: key)
    }

    static func < (left: Candidate, right: Candidate) -> Bool { left.order < right.order }
}

/// The rows found so far, each once and in its best position.
struct Candidates {
    private var rows: [Int64: Candidate] = [:]

    /// Adds a row; if it was already found by another title or in another tier, the better position is kept.
    mutating func add(_ candidate: Candidate) {
        if let known = rows[candidate.id], known.isFavorite || known <= candidate { return }
        rows[candidate.id] = candidate
    }

    func contains(_ id: Int64) -> Bool { rows[id] != nil }

    /// The number of rows in a tier and in better ones.
    func count(upTo tier: MatchTier) -> Int {
        rows.values.count { $0.tier <= tier }
    }

    var count: Int { rows.count }

    /// All rows in answer order.
    ///
    /// Indexes are sorted instead of candidates, which are large and hold texts that would be retained at every move.
    var ordered: [Candidate] {
        Array(rows.values).withUnsafeBufferPointer { candidates in
            (0..<candidates.count).sorted { candidates[$0].order < candidates[$1].order }.map { candidates[$0] }
        }
    }
}
