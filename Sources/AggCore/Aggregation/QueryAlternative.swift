import AggSearch
import AggSource

/// Words that may have been meant instead of those of a query.
struct QueryAlternative {
    /// Which of the matches to suggest.
    enum Wanted {
        case anyMatch
        case wholeTitle
        case wellKnownTitle
    }

    let words: [String]
    let wanted: Wanted
    /// How much was changed: the number of letters, separated words, or omitted words.
    let edits: Int

    private init(_ words: some Sequence<String>, _ wanted: Wanted, edits: Int) {
        self.words = Array(words)
        self.wanted = wanted
        self.edits = edits
    }

    /// Creates an alternative with other spellings of the same words.
    init(_ words: [String], insteadOf typed: [String]) {
        let edits = zip(words, typed).map { Nearest.distance(Array($0.unicodeScalars), Array($1.unicodeScalars)) }
        self.init(words, .anyMatch, edits: edits.reduce(0, +))
    }

    /// The words as a text to search for.
    var text: SearchText { SearchText(words.joined(separator: " ")) }

    /// The words in each spelling that is tried, such as `saint` for `st`.
    var forms: [[String]] { text.forms.map { Array($0.groups.joined()) } }

    /// The maximum number of letters of a word that may be two.
    private static let longestSeparated = 30

    /// The words with one of them separated into two.
    static func separated(_ words: [String], at place: Int) -> [QueryAlternative] {
        let letters = words[place].unicodeScalars
        let splits = (4...longestSeparated).contains(letters.count) ? letters.indices.dropFirst(2).dropLast() : []
        return splits.map { split in
            let parts = [letters[..<split], letters[split...]].map { String(String.UnicodeScalarView($0)) }
            return QueryAlternative(words[..<place] + parts + words[(place + 1)...], .wholeTitle, edits: 1)
        }
    }

    /// The words without one of them, and fewer words in a row; of single words, the longest comes first.
    static func shortened(_ words: [String]) -> (byOne: [QueryAlternative], byMore: [QueryAlternative]) {
        guard words.count > 1 else { return ([], []) }
        func alternatives(_ shorter: [[String]]) -> [QueryAlternative] {
            shorter.filter(isMeaningful).map {
                QueryAlternative($0, .wellKnownTitle, edits: words.count - $0.count)
            }
        }
        let byOne = words.indices.map { Array(words[..<$0] + words[($0 + 1)...]) }
        let byMore = (1..<words.count - 1).reversed().flatMap { count -> [[String]] in
            if count == 1 { return words.sorted { $0.utf8.count > $1.utf8.count }.map { [$0] } }
            return (0...words.count - count).map { Array(words[$0..<$0 + count]) }
        }
        return (alternatives(byOne), alternatives(byMore))
    }

    /// The first words, without one or more at the end.
    static func begun(_ words: [String]) -> [QueryAlternative] {
        words.indices.dropFirst().reversed().map { Array(words[..<$0]) }.filter(isMeaningful).map {
            QueryAlternative($0, .wholeTitle, edits: words.count - $0.count)
        }
    }

    /// The minimum length of a single word of a longer query that can be what was meant, in bytes.
    private static let leastLength = 4

    /// Whether words can be the title that was meant, if the query has more: a single word that is short, common, or a
    /// month cannot.
    private static func isMeaningful(_ words: [String]) -> Bool {
        let others = words.filter { !CommonWords.all.contains($0) }
        guard words.count == 1, let only = others.first else { return !others.isEmpty }
        return only.utf8.count >= leastLength && !CommonWords.months.contains(only)
    }

    func accepts(_ match: SearchMatch) -> Bool {
        let isKnown = match.record.prominence > 0
        switch wanted {
        case .anyMatch: return match.tier <= .subtitle || isKnown
        case .wholeTitle: return match.tier == .exact
        case .wellKnownTitle: return match.tier == .exact && isKnown
        }
    }
}
