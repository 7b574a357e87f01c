import AggSource
import AggText

extension QueryTerm {
    /// What the term asks for, as part of a sentence.
    package var explanation: String {
        switch self {
        case .words(let text): "\(Self.isOneWord(text) ? "the word" : "the words") “\(text)”"
        case .phrase(let text): "the phrase “\(text)”"
        case .qualifier(_, let condition): condition.explanation
        case .sort(_, let order): "in the order of \(order.explanation)"
        case .not(let term): "not \(term.explanation)"
        case .any(let terms): terms.map(\.explanation).joined(separator: ", or ")
        }
    }

    /// Whether a text is one word once it is folded.
    private static func isOneWord(_ text: String) -> Bool { !Folding.fold(text).contains(" ") }
}

extension RecordCondition {
    fileprivate var explanation: String {
        switch self {
        case .field(let name, .equals(let folded)): "\(name) is “\(folded)”, whatever its accents"
        case .field(let name, .number(let range)): "\(name) is a number \(range.explanation)"
        case .field(let name, .date(let span)): "\(name) is a date \(span.explanation)"
        case .date(let span): "the record’s date is \(span.explanation)"
        case .has(.column(let name)): "it has a value for \(name)"
        case .has(.tag): "it is a favorite with a tag"
        case .has(.note): "it is a favorite with a note"
        case .has(let part): "it has a \(part)"
        case .words(let words) where words.count == 1: "the word “\(words[0])” is there"
        case .words(let words): "the words “\(words.joined(separator: " "))” stand together"
        case .written(let text, _): "“\(text)” is written with these accents"
        case .near(let circle):
            "it is within \(JSONWriter.shortest((circle.radius * 1_000).rounded() / 1_000)) km of "
                + "\(JSONWriter.shortest(circle.center.latitude)),\(JSONWriter.shortest(circle.center.longitude))"
        case .key(let keys): "its key is one of \(keys.count)"
        case .source(let source): "it is from \(source)"
        case .favorite: "it is a favorite"
        case .tag(let tag): "it is a favorite with the tag “\(tag)”"
        case .stale: "its source is stale or has only its sample"
        case .not(let condition): "not " + condition.explanation
        case .any(let conditions): conditions.map(\.explanation).joined(separator: ", or ")
        case .all(let conditions): conditions.map(\.explanation).joined(separator: ", and ")
        }
    }
}

extension NumberRange {
    fileprivate var explanation: String {
        let above = lower.map { ($0.isIncluded ? "from " : "above ") + JSONWriter.shortest($0.number) }
        let below = upper.map { ($0.isIncluded ? "up to " : "below ") + JSONWriter.shortest($0.number) }
        return [above, below].compactMap(\.self).joined(separator: " and ")
    }
}

extension DateSpan {
    /// A bound that ends in the mark of an end means all that begin with it.
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
        let end = isDescending ? ", the greatest first" : ""
        return switch self {
        case .date: "the date" + (isDescending ? ", the newest first" : ", the oldest first")
        case .title: "the title" + (isDescending ? ", backwards" : "")
        case .column(let name, _): name + end
        case .distance: "distance, the nearest first"
        }
    }
}

extension MatchTier {
    /// Why a record is in the tier, as a sentence without its full stop.
    package var explanation: String {
        switch self {
        case .exact: "the title is the query"
        case .titlePrefix: "the title begins with the query"
        case .titleWords: "every word is a word of the title, the last perhaps the beginning of one"
        case .titleWordPrefixes: "every word begins a word of the title"
        case .subtitle: "words are found in the subtitle too"
        case .anywhere: "words are found in other texts too"
        }
    }
}
