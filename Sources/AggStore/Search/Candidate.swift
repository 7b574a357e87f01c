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
    private var rows: [Candidate] = []
    /// The positions of the rows by id; empty while there are few, which are found faster without it.
    private var places: [Int64: Int] = [:]

    /// The greatest number of rows that are few.
    private static let few = 64

    /// Adds a row; if it was already found by another title or in another tier, the better position is kept.
    mutating func add(_ candidate: Candidate) {
        if let place = place(of: candidate.id) {
            if !rows[place].isFavorite, candidate < rows[place] { rows[place] = candidate }
        } else {
            rows.append(candidate)
            if rows.count == Self.few + 1 {
                for (place, row) in rows.enumerated() { places[row.id] = place }
            } else if rows.count > Self.few {
                places[candidate.id] = rows.count - 1
            }
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
        rows.withUnsafeBufferPointer { rows in
            (0..<rows.count).sorted { rows[$0].order < rows[$1].order }.prefix(limit).map { rows[$0] }
        }
    }
}
