/// A part of a query, as it was read.
package indirect enum QueryTerm: Hashable, Sendable {
    /// Words that stand together nowhere in particular.
    case words(String)
    /// Words that stand together in this order.
    case phrase(String)
    /// A qualifier with its value and what it asks of a record.
    case qualifier(QueryWord, RecordCondition)
    /// The order of the answer.
    case sort(QueryWord, RecordOrder)
    /// The opposite of a term.
    case not(QueryTerm)
    /// Terms of which one is enough.
    case any([QueryTerm])

    /// The words that read as this term again.
    package var queryWords: [QueryWord] {
        switch self {
        case .words(let text): return [QueryWord(text)]
        case .phrase(let text): return [QueryWord(text, isQuoted: true)]
        case .qualifier(let word, _), .sort(let word, _): return [word]
        case .not(let term):
            return term.queryWords.map { word in
                var word = word
                word.isNegated = true
                return word
            }
        case .any(let terms): return Array(terms.map(\.queryWords).joined(separator: [.or]))
        }
    }

    /// What the term asks of a record, where words do not rank it.
    var condition: RecordCondition {
        switch self {
        case .words(let text): .all(Folding.fold(text).split(separator: " ").map { .words([String($0)]) })
        case .phrase(let text): .words(Folding.fold(text).split(separator: " ").map(String.init))
        case .qualifier(_, let condition): condition
        case .sort: .always
        case .not(let term): .not(term.condition)
        case .any(let terms): .any(terms.map(\.condition))
        }
    }

    /// The ways to meet the term by words alone; nil where it is not about words alone.
    var alternatives: [SearchText.Term]? {
        switch self {
        case .words(let text): return [SearchText.Term(text)]
        case .phrase(let text): return [SearchText.Term(text, isPhrase: true)]
        case .any(let terms):
            let alternatives = terms.compactMap(\.alternatives)
            return alternatives.count == terms.count ? alternatives.flatMap(\.self) : nil
        case .qualifier, .sort, .not: return nil
        }
    }
}
