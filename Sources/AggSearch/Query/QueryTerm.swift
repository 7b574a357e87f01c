import AggText

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

    /// The columns that it filters or sorts by.
    package var columns: [String] {
        switch self {
        case .qualifier(_, .field(let column, _)), .sort(_, .column(let column, _)): [column]
        case .not(let term): term.columns
        case .any(let terms): terms.flatMap(\.columns)
        case .words, .phrase, .qualifier, .sort: []
        }
    }

    /// The columns whose values it compares with numbers, each with the sign.
    package var comparisons: [(column: String, sign: String)] {
        switch self {
        case .qualifier(let word, .field(let column, .number)): [(column, Comparison(word.text)?.sign ?? "")]
        case .not(let term): term.comparisons
        case .any(let terms): terms.flatMap(\.comparisons)
        case .words, .phrase, .qualifier, .sort: []
        }
    }

    /// What the term asks of a record, where words do not rank it.
    func condition(_ accents: Accents) -> RecordCondition {
        switch self {
        case .words(let text):
            .all(
                Folding.fold(text).split(separator: " ").map { .words([String($0)]) }
                    + written(accents, isOpen: false))
        case .phrase(let text):
            Self.all(
                .words(Folding.fold(text).split(separator: " ").map(String.init)), written(accents, isOpen: false))
        case .qualifier(_, let condition): condition
        case .sort: .always
        case .not(let term): .not(term.condition(accents))
        case .any(let terms): .any(terms.map { $0.condition(accents) })
        }
    }

    /// What the accents of words or of a phrase ask for, where they count: of words each by itself.
    func written(_ accents: Accents, isOpen: Bool) -> [RecordCondition] {
        guard accents == .strict else { return [] }
        switch self {
        case .words(let text) where MarkedText.mayHaveMarks(text):
            return MarkedText(text).words.filter(\.isMarked).map { .written($0.written, isOpen: isOpen) }
        case .phrase(let text) where MarkedText(text).words.contains(where: \.isMarked):
            return [.written(text, isOpen: isOpen)]
        default: return []
        }
    }

    private static func all(_ condition: RecordCondition, _ others: [RecordCondition]) -> RecordCondition {
        others.isEmpty ? condition : .all([condition] + others)
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
