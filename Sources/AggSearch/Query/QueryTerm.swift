import AggSource
import AggText

/// A parsed part of a query.
package indirect enum QueryTerm: Hashable, Sendable {
    /// Words in any order, anywhere.
    case words(String)
    /// Adjacent words in this order.
    case phrase(String)
    /// A qualifier with its value, and the condition it means.
    case qualifier(QueryWord, RecordCondition)
    /// The sort order.
    case sort(QueryWord, RecordOrder)
    /// A negated term.
    case not(QueryTerm)
    /// Terms of which any must match.
    case any([QueryTerm])
    /// A group of terms that must all match, as part of another term.
    case all([QueryTerm])

    /// The words that parse as this term.
    package var queryWords: [QueryWord] {
        switch self {
        case .words(let text): return [QueryWord(text)]
        case .phrase(let text): return [QueryWord(text, isQuoted: true)]
        case .qualifier(let word, _), .sort(let word, _): return [word]
        case .not(.any(let terms)): return Self.group(Self.joined(terms), isNegated: true)
        case .not(.all(let terms)): return Self.group(terms.flatMap(\.queryWords), isNegated: true)
        case .not(let term):
            return term.queryWords.map { word in
                var word = word
                word.isNegated = true
                return word
            }
        case .any(let terms): return Self.joined(terms)
        case .all(let terms): return Self.group(terms.flatMap(\.queryWords), isNegated: false)
        }
    }

    private static func joined(_ terms: [QueryTerm]) -> [QueryWord] {
        Array(terms.map(\.queryWords).joined(separator: [.or]))
    }

    private static func group(_ words: [QueryWord], isNegated: Bool) -> [QueryWord] {
        [QueryWord("(", isNegated: isNegated)] + words + [QueryWord(")")]
    }

    /// The columns it filters or sorts by.
    package var columns: [String] {
        switch self {
        case .qualifier(_, .field(let column, _)): [column]
        // A column whose kind depends on the source has one condition for each kind.
        case .qualifier(let word, .any(let tests)): tests.prefix(1).flatMap { QueryTerm.qualifier(word, $0).columns }
        case .sort(_, let order): order.columns
        case .not(let term): term.columns
        case .any(let terms), .all(let terms): terms.flatMap(\.columns)
        case .words, .phrase, .qualifier: []
        }
    }

    /// The columns it compares with numbers, each with its sign.
    package var comparisons: [(column: String, sign: String)] {
        switch self {
        case .qualifier(let word, .field(let column, .number)): Comparison(word.text).map { [(column, $0.sign)] } ?? []
        case .qualifier(let word, .any(let tests)): tests.flatMap { QueryTerm.qualifier(word, $0).comparisons }
        case .not(let term): term.comparisons
        case .any(let terms), .all(let terms): terms.flatMap(\.comparisons)
        case .words, .phrase, .qualifier, .sort: []
        }
    }

    /// The ranges written with a hyphen, as in `stars:10-20`, each as it should be written, such as `10..20`.
    package var hyphenatedRanges: [(column: String, range: String)] {
        switch self {
        case .qualifier(let word, .field(let column, .equals)) where !word.isQuoted:
            let ends = word.text.split(omittingEmptySubsequences: false) { "-–".contains($0) }
            guard ends.count == 2, let first = Double(ends[0]), let last = Double(ends[1]), first < last,
                last.isFinite
            else { return [] }
            return [(column, "\(ends[0])..\(ends[1])")]
        case .any(let terms), .all(let terms): return terms.flatMap(\.hyphenatedRanges)
        case .words, .phrase, .qualifier, .sort, .not: return []
        }
    }

    /// The condition for the term if its words do not rank records; nil if it has nothing to search for, such as `->`.
    ///
    /// As in a search, a word may be the start of another, except that only whole words exclude a record.
    func condition(_ accents: Accents, isExcluding: Bool = false) -> RecordCondition? {
        switch self {
        case .words(let text):
            return Self.spelled(SearchText.Term(text), accents, isOpen: !isExcluding)
                .map { Self.all($0, written(accents, isOpen: !isExcluding)) }
        case .phrase(let text):
            return Self.spelled(SearchText.Term(text, isPhrase: true), accents, isOpen: false)
                .map { Self.all($0, written(accents, isOpen: false)) }
        case .qualifier(_, let condition): return condition
        case .sort: return nil
        case .not(let term): return term.condition(accents, isExcluding: !isExcluding).map(RecordCondition.not)
        case .any(let terms):
            let conditions = terms.compactMap { $0.condition(accents, isExcluding: isExcluding) }
            return conditions.isEmpty ? nil : .any(conditions)
        case .all(let terms):
            let conditions = terms.compactMap { $0.condition(accents, isExcluding: isExcluding) }
            return conditions.isEmpty ? nil : .all(conditions)
        }
    }

    /// The condition that words occur in one of their spellings, such as `st` and `saint`, as in a search; nil without
    /// words.
    private static func spelled(_ term: SearchText.Term, _ accents: Accents, isOpen: Bool) -> RecordCondition? {
        let ways = SearchText([term], accents: accents).forms.map { form in
            let groups = form.groups.enumerated().map { index, words in
                RecordCondition.words(words, isOpen: isOpen && form.mayGoOn(index, wholeWords: false))
            }
            return groups.count == 1 ? groups[0] : .all(groups)
        }
        guard let first = ways.first else { return nil }
        return ways.count == 1 ? first : .any(ways)
    }

    /// The conditions for the accents of words or a phrase, if accents matter; words are checked one by one.
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

    /// The ways to match the term by words only, each of which needs all of its words; nil if it involves anything
    /// else, or if there are more ways than the limit.
    func alternatives(atMost limit: Int) -> [[SearchText.Term]]? {
        switch self {
        case .words(let text): return [[SearchText.Term(text)]]
        case .phrase(let text): return [[SearchText.Term(text, isPhrase: true)]]
        case .any(let terms):
            var ways: [[SearchText.Term]] = []
            for term in terms {
                guard let more = term.alternatives(atMost: limit) else { return nil }
                ways += more
            }
            return ways.count <= limit ? ways : nil
        case .all(let terms):
            var ways: [[SearchText.Term]] = [[]]
            for term in terms {
                guard let more = term.alternatives(atMost: limit), ways.count * more.count <= limit else { return nil }
                ways = ways.flatMap { way in more.map { way + $0 } }
            }
            return ways
        case .qualifier, .sort, .not: return nil
        }
    }
}

extension QueryTerm {
    /// The meaning of the term, as part of a sentence.
    package var explanation: String {
        switch self {
        case .words(let text): "\(Self.isOneWord(text) ? "word" : "words"): “\(text)”"
        case .phrase(let text): "phrase: “\(text)”"
        case .sort(_, let order): "order: \(order.explanation)"
        case .qualifier, .not, .any, .all: "filter: \(clause)"
        }
    }

    /// The term as part of a sentence.
    private var clause: String {
        switch self {
        case .words(let text): "the \(Self.isOneWord(text) ? "word" : "words") “\(text)”"
        case .phrase(let text): "the phrase “\(text)”"
        case .qualifier(_, let condition): condition.explanation
        case .sort(_, let order): "sorted by \(order.explanation)"
        case .not(let term): "not \(term.part)"
        case .any(let terms): terms.map(\.part).joined(separator: " or ")
        case .all(let terms): terms.map(\.part).joined(separator: " and ")
        }
    }

    /// The term as a part of another one: several terms are in parentheses.
    private var part: String {
        switch self {
        case .any, .all: "(\(clause))"
        case .qualifier(_, .any(let tests)) where tests.count > 1: "(\(clause))"
        default: clause
        }
    }

    /// Whether a text is a single word after folding.
    private static func isOneWord(_ text: String) -> Bool { !Folding.fold(text).contains(" ") }
}

extension RecordCondition {
    fileprivate var explanation: String {
        switch self {
        case .field(let name, .equals(let folded)): "\(name) = “\(folded)” (accents ignored)"
        case .field(let name, .number(let range)): "\(name) is \(range.explanation)"
        case .field(let name, .date(let span)): "\(name) is \(span.explanation)"
        case .date(let span): "the record's date is \(span.explanation)"
        case .has(.column(let name)): "records with a value for \(name)"
        case .has(.tag): "favorites with a tag"
        case .has(.note): "favorites with a note"
        case .has(let part): "records with a \(part)"
        case .words(let words, _) where words.count == 1: "the word “\(words[0])”"
        case .words(let words, _): "the phrase “\(words.joined(separator: " "))”"
        case .written(let text, _): "“\(text)” with these accents"
        case .near(let circle):
            "records within \(JSONWriter.shortest((circle.radius * 1_000).rounded() / 1_000)) km of "
                + "\(JSONWriter.shortest(circle.center.latitude)),\(JSONWriter.shortest(circle.center.longitude))"
        case .key(let keys): "records with one of \(keys.count) keys"
        case .source(let source): "records from \(source)"
        case .favorite: "favorites"
        case .tag(let tag): "favorites with the tag “\(tag)”"
        case .stale: "records from sources that are stale or have only a starter sample"
        case .not(let condition): "not " + condition.explanation
        case .never: "nothing"
        case .any(let conditions): conditions.map(\.explanation).joined(separator: " or ")
        case .all(let conditions): conditions.map(\.explanation).joined(separator: " and ")
        }
    }
}

extension NumberRange {
    fileprivate var explanation: String {
        if let lower, lower == upper { return JSONWriter.shortest(lower.number) }
        let above = lower.map { ($0.isIncluded ? "at least " : "above ") + JSONWriter.shortest($0.number) }
        let below = upper.map { ($0.isIncluded ? "at most " : "below ") + JSONWriter.shortest($0.number) }
        return [above, below].compactMap(\.self).joined(separator: " and ")
    }
}

extension DateSpan {
    /// A bound that ends in the end marker includes everything with that prefix.
    fileprivate var explanation: String {
        func bound(_ text: String, _ whole: String, _ end: String) -> String {
            text.hasSuffix("~") ? "\(end) \(text.dropLast())" : "\(whole) \(text)"
        }
        if let from, before == from + "~" { return "in \(from)" }
        return [from.map { bound($0, "from", "after") }, before.map { bound($0, "before", "up to") }]
            .compactMap(\.self).joined(separator: " ")
    }
}

extension RecordOrder {
    fileprivate var explanation: String {
        let end = isDescending ? ", highest first" : ""
        return switch self {
        case .date: "date" + (isDescending ? ", newest first" : ", oldest first")
        case .title: "title" + (isDescending ? ", Z to A" : "")
        case .column(let name, _): name + end
        case .distance: "distance, nearest first"
        case .several(let orders): orders.map(\.explanation).joined(separator: ", then ")
        }
    }
}

extension MatchTier {
    /// Why a record is in the tier, as a sentence without the final period.
    package var explanation: String {
        switch self {
        case .exact: "the title equals the query"
        case .titlePrefix: "the title begins with the query"
        case .titleWords: "every word is in the title; the last one may be incomplete"
        case .titleWordPrefixes: "every word matches the start of a word in the title"
        case .subtitle: "every word is in the title or the subtitle"
        case .anywhere: "matched in other fields"
        }
    }
}
