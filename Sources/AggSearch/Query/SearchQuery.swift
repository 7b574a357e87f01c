package import AggSource
import AggText

/// A parsed query: the words to search for, the conditions, and the order.
package struct SearchQuery: Hashable, Sendable {
    /// The parts of the query, in the order typed.
    package let terms: [QueryTerm]
    /// Notes from the query's reader, a sentence each.
    package let notes: [String]
    /// How accents are matched.
    package let accents: Accents
    /// The sources to query; nil for all.
    package var sources: [SourceID]?
    /// Whether to search only favorites.
    package var onlyFavorites = false

    /// The words that rank the records.
    package private(set) var text = SearchText([])
    /// Whether any words were typed that rank records, with or without letters.
    package private(set) var hasWords = false
    /// The other conditions on records.
    package private(set) var condition = RecordCondition.always
    /// The condition without the accents of the words that rank the records.
    private var wordless = RecordCondition.always
    /// The requested order; nil for the order by rank.
    package private(set) var order: RecordOrder?

    /// If there are more word alternatives than this, they become conditions and are not ranked.
    private static let mostAlternatives = 16

    /// Creates a query from its terms.
    package init(_ terms: [QueryTerm] = [], notes: [String] = [], accents: Accents = .loose) {
        self.terms = terms
        self.notes = notes
        self.accents = accents
        var alternatives: [[SearchText.Term]] = [[]]
        var conditions: [RecordCondition] = []
        var hasEmptyTerm = false
        for term in terms {
            switch term {
            case .sort(_, let asked): order = asked
            case .qualifier(_, .source(let source)): sources = (sources ?? []) + [source]
            case .qualifier(_, .favorite): onlyFavorites = true
            // Only favorites have tags and notes, even those no longer in their source.
            case .qualifier(_, let condition) where condition.needsFavorite:
                onlyFavorites = true
                conditions.append(condition)
            default:
                if let ways = term.alternatives(atMost: Self.mostAlternatives / alternatives.count) {
                    alternatives = alternatives.flatMap { words in ways.map { words + $0 } }
                } else if let condition = term.condition(accents) {
                    conditions.append(condition)
                } else {
                    hasEmptyTerm = true
                }
            }
        }
        wordless = conditions.isEmpty ? .always : .all(conditions)
        text = SearchText(alternatives: alternatives, accents: accents)
        if text.hasMarks { conditions.append(.any(alternatives.map { Self.written($0, accents) })) }
        hasWords = alternatives.joined().contains { $0.text.contains { !$0.isWhitespace } }
        // A query such as “->” alone finds nothing, rather than everything.
        let isEmpty = !hasWords && conditions.isEmpty && sources == nil && order == nil && !onlyFavorites
        if hasEmptyTerm, isEmpty { conditions = [.never] }
        condition = conditions.isEmpty ? .always : .all(conditions)
        order = order?.around(condition.circle?.center)
    }

    /// The query without the words that rank records.
    package var withoutWords: SearchQuery {
        var query = replacing(wordless)
        query.text = SearchText([])
        query.hasWords = false
        return query
    }

    /// The order by distance from the place of the query; nil if it has none.
    package var orderByDistance: RecordOrder? { condition.circle.map { .distance($0.center) } }

    /// The query with a different condition.
    package func replacing(_ condition: RecordCondition) -> SearchQuery {
        var query = self
        query.condition = condition
        return query
    }

    /// The query with an additional condition.
    package func narrowed(to other: RecordCondition) -> SearchQuery {
        replacing(condition == .always ? other : .all([condition, other]))
    }

    /// The condition that all records meet that contain the words with their accents, if accents matter.
    private static func written(_ words: [SearchText.Term], _ accents: Accents) -> RecordCondition {
        .all(
            words.flatMap { term in
                (term.isPhrase ? QueryTerm.phrase(term.text) : .words(term.text)).written(accents, isOpen: true)
            })
    }

    /// Whether the query is empty, which returns the favorites.
    package var isBlank: Bool { findsEveryRecord && sources == nil && order == nil }

    /// Whether it matches every record of its sources.
    private var findsEveryRecord: Bool { !hasWords && condition == .always && !onlyFavorites }
}
