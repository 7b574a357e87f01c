import AggSource
import AggText

/// What a mistyped word may have been meant to be, among words that occur.
package struct SpellingCorrection: Sendable {
    /// The word, folded.
    private let word: String

    /// Creates a correction of a word, folded.
    package init(word: String) { self.word = word }

    /// How many letters may differ: one in a short word, two in a long one.
    private var greatestDistance: Int { word.count < 5 ? 1 : 2 }

    /// The nearest words, at most `limit`, of equally near ones the more frequent first.
    package func nearest(among words: [String: Int], limit: Int) -> [String] {
        let letters = Array(word)
        let set = LetterSet(word)
        let near = words.compactMap { candidate, count -> (word: String, distance: Int, count: Int)? in
            guard abs(candidate.count - letters.count) <= greatestDistance,
                set.difference(LetterSet(candidate)) <= 2 * greatestDistance
            else { return nil }
            let distance = Nearest.distance(letters, Array(candidate))
            return distance <= greatestDistance ? (candidate, distance, count) : nil
        }
        return near.sorted { left, right in
            if left.distance != right.distance { return left.distance < right.distance }
            return left.count != right.count ? left.count > right.count : left.word.isBefore(right.word)
        }.prefix(limit).map(\.word)
    }
}

/// The letters of a word without their order, to tell at a glance that two words are far apart.
private struct LetterSet {
    private let bits: UInt64

    init(_ word: String) {
        bits = word.utf8.reduce(0) { $0 | 1 << UInt64($1 & 63) }
    }

    /// How many letters one has and the other does not.
    func difference(_ other: LetterSet) -> Int { (bits ^ other.bits).nonzeroBitCount }
}

/// The values that completion offers for a column.
package enum ColumnValues {
    /// Those that begin with a text, folded: each once, empty ones left out, ordered by their folded form.
    package static func best(_ values: some Sequence<String>, startingWith text: String, limit: Int) -> [String] {
        let start = Folding.fold(text)
        let found = Set(values).map { (value: $0, folded: Folding.fold($0)) }
            .filter { !$0.folded.isEmpty && $0.folded.utf8.starts(with: start.utf8) }
        let ordered = found.sorted { left, right in
            left.folded == right.folded
                ? left.value.utf8.lexicographicallyPrecedes(right.value.utf8)
                : left.folded.utf8.lexicographicallyPrecedes(right.folded.utf8)
        }
        return Array(ordered.prefix(limit).map(\.value))
    }
}
