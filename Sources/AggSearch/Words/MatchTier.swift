/// How well a record matches a query, the best first.
///
/// The raw values are what the JSON output and scripts read.
package enum MatchTier: String, CaseIterable, Codable, Comparable, Hashable, Sendable {
    /// The whole title equals the query.
    case exact
    /// The title begins with the query.
    case titlePrefix = "title-prefix"
    /// The title has all words of the query, the last one as the beginning of a word.
    case titleWords = "title-words"
    /// The title has words that begin with the words of the query.
    case titleWordPrefixes = "title-word-prefixes"
    /// Title and subtitle together have the words of the query.
    case subtitle
    /// Any searchable text of the record has the words of the query.
    case anywhere

    /// Whether the first tier is the better match.
    package static func < (first: MatchTier, second: MatchTier) -> Bool {
        first.rank < second.rank
    }

    var rank: Int {
        switch self {
        case .exact: 0
        case .titlePrefix: 1
        case .titleWords: 2
        case .titleWordPrefixes: 3
        case .subtitle: 4
        case .anywhere: 5
        }
    }
}
