import AggSearch
import AggSource

/// A row that a search has found, with as much of it as its place in the answer depends on.
struct Candidate: Comparable {
    /// The id of the row.
    let id: Int64
    /// How the row was found.
    let tier: MatchTier
    /// Whether it is a favorite.
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

/// The rows found so far, each once and in its best tier.
struct Candidates {
    private var rows: [Int64: Candidate] = [:]

    /// Adds a row; of one that was found already, by another title or in another tier, the better place stays.
    mutating func add(_ candidate: Candidate) {
        if let known = rows[candidate.id], known.isFavorite || known <= candidate { return }
        rows[candidate.id] = candidate
    }

    func contains(_ id: Int64) -> Bool { rows[id] != nil }

    /// How many there are in a tier and the better ones.
    func count(upTo tier: MatchTier) -> Int {
        rows.values.count { $0.tier <= tier }
    }

    var count: Int { rows.count }

    /// All of them in the order of the answer.
    ///
    /// Places are sorted instead of candidates, which are large and hold texts that would be retained at each move.
    var ordered: [Candidate] {
        Array(rows.values).withUnsafeBufferPointer { candidates in
            (0..<candidates.count).sorted { candidates[$0].order < candidates[$1].order }.map { candidates[$0] }
        }
    }
}
