import AggSource
import AggText

/// Finds what a misspelled word may have meant, among existing words.
package struct SpellingCorrection: Sendable {
    private let word: String
    private let letters: [Unicode.Scalar]
    private let set: LetterSet
    /// The maximum number of differing letters: one in a short word, two in a long one.
    private let greatestDistance: Int

    /// Creates a correction for a folded word.
    package init(word: String) {
        self.word = word
        letters = Array(word.unicodeScalars)
        set = LetterSet(word)
        greatestDistance = letters.count < 5 ? 1 : 2
    }

    /// Where candidates are in a sorted list of words: the starts of some, and others as a whole.
    ///
    /// Reading all words with the same first letter would take most of the time of a suggestion. So candidates begin like
    /// the word, with one of its first two letters dropped, added, replaced, or swapped. If the first letter was forgotten
    /// or replaced, the other letters are the same.
    package var places: (starts: Set<String>, words: [String]) {
        let typed = Array(word)
        guard let first = typed.first else { return ([], []) }
        let replaced = Self.alphabet.flatMap { [String($0) + typed.dropFirst(), String($0) + typed] }
        guard typed.count > 1, word.utf8.allSatisfy({ $0 < 0x80 }) else {
            return (Set(typed.prefix(2).map { String($0) }), replaced)
        }
        let second = typed[1]
        var starts: Set<String> = [String([first, second]), String([second, first])]
        if typed.count > 2 {
            let third = typed[2]
            starts.formUnion([String([first, third]), String([second, third])])
            let inner = Self.alphabet.filter { $0 != second && $0 != third }
            starts.formUnion(inner.flatMap { [String([first, $0, second]), String([first, $0, third])] })
            return (starts, replaced)
        }
        let inner = Self.alphabet.filter { $0 != second }
        starts.formUnion(inner.map { String([first, $0, second]) })
        return (starts, replaced + inner.map { String([first, $0]) } + typed.map { String($0) })
    }

    private static let alphabet: [Character] = Array("abcdefghijklmnopqrstuvwxyz")

    /// Whether a word is close enough to suggest, or the misspelled one is its start.
    package func isNear(_ candidate: String) -> Bool {
        distance(to: candidate) != nil || candidate.utf8.starts(with: word.utf8)
    }

    /// The number of letters in which a word differs; nil if they are too many.
    private func distance(to candidate: String) -> Int? {
        guard set.difference(LetterSet(candidate)) <= 2 * greatestDistance else { return nil }
        let other = Array(candidate.unicodeScalars)
        guard abs(other.count - letters.count) <= greatestDistance else { return nil }
        let distance = Nearest.distance(letters, other)
        return distance <= greatestDistance ? distance : nil
    }

    /// The closest words, up to `limit`; of equally close ones, those that sound the same come first, then the most
    /// frequent.
    ///
    /// If the closest word sounds the same, such as `cairo` for `cairoo`, it is what was meant, and words that are less
    /// close are omitted. Each word shares a letter with the misspelled one: any single letter is only one letter away from
    /// any other.
    package func nearest(among words: [String: Int], limit: Int) -> [String] {
        let near = nearest(among: words, distances: 0...greatestDistance)
        let greatest = near.first.flatMap { $0.isAlike ? $0.distance : nil } ?? greatestDistance
        return near.prefix { $0.distance <= greatest }.prefix(limit).map(\.word)
    }

    /// The words that differ in one letter, or in two swapped ones, if the word itself exists but may not be the one that
    /// was meant; those that sound the same first, then the most frequent.
    package func others(among words: [String: Int], limit: Int) -> [String] {
        nearest(among: words, distances: 1...1).prefix(limit).map(\.word)
    }

    private typealias Candidate = (word: String, distance: Int, isAlike: Bool, count: Int)

    private func nearest(among words: [String: Int], distances: ClosedRange<Int>) -> [Candidate] {
        // A letter and a sign, as in “c#”, are close to every other letter.
        guard letters.count(where: { !"+#".unicodeScalars.contains($0) }) > 1 || letters.count == 1 else { return [] }
        let sound = Self.sound(letters)
        let near = words.compactMap { candidate, count -> Candidate? in
            guard let distance = distance(to: candidate), distances.contains(distance) else { return nil }
            let other = Array(candidate.unicodeScalars)
            guard distance < max(letters.count, other.count) else { return nil }
            return (candidate, distance, Self.sound(other) == sound, count)
        }
        return near.sorted { left, right in
            if left.distance != right.distance { return left.distance < right.distance }
            if left.isAlike != right.isAlike { return left.isAlike }
            return left.count != right.count ? left.count > right.count : left.word.isBefore(right.word)
        }
    }

    /// What words that people confuse have in common: the letters without `h`, as in `dabi` for `dhabi`, and with one
    /// letter instead of two in a row.
    private static func sound(_ letters: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var sound: [Unicode.Scalar] = []
        for letter in letters where letter != "h" && (letter != sound.last || !letter.properties.isAlphabetic) {
            sound.append(letter)
        }
        return sound
    }
}

/// The unordered letters of a word, for a quick check that two words are far apart.
private struct LetterSet {
    private let bits: UInt64

    init(_ word: String) {
        bits = word.unicodeScalars.reduce(0) { $0 | 1 << UInt64($1.value & 63) }
    }

    /// The number of letters that only one of the two has.
    func difference(_ other: LetterSet) -> Int { (bits ^ other.bits).nonzeroBitCount }
}
