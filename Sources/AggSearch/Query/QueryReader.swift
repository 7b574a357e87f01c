package import AggSource
import AggText
package import Foundation

/// Parses the words of a query, using the names of sources and columns.
///
/// `name:value` is a condition if the name is a qualifier (``Qualifier``) or a column of any source; otherwise it is
/// plain words. Only an invalid value for a known name is an error: any other text is a query. `OR` joins the two terms
/// around it and binds tighter than a space, which requires both; parentheses group terms; a hyphen before a term or a
/// group negates it.
package struct QueryReader: Sendable {
    private let sources: SourceNames
    private let qualifiers: QualifierReader
    private let accents: Accents

    /// Creates a reader for the given sources and columns; ages such as `30d` count back from `now`.
    package init(_ names: QueryNames, now: Date, accents: Accents = .loose) {
        self.accents = accents
        sources = names.sources
        qualifiers = QualifierReader(names, now: now)
    }

    /// Parses a query.
    ///
    /// - Throws: `QueryFault` for an unknown source or an invalid value of a qualifier that is not a column.
    package func read(_ words: [QueryWord]) throws(QueryFault) -> SearchQuery {
        var terms = QueryTerms()
        var notes: [String] = []
        let tokens = try affordable(QueryToken.tokens(of: words), &notes)
        for (index, token) in tokens.enumerated() {
            switch token {
            case .open(let isNegated): terms.open(isNegated: isNegated)
            case .close: terms.close()
            case .word(.or) where terms.canJoin && Self.canFollowOr(tokens.dropFirst(index + 1).first): terms.join()
            case .word(.or):
                let note = "“OR” was treated as an ordinary word; to mean “either”, it needs a term on each side"
                if !notes.contains(note) { notes.append(note) }
                // Within a group, which is written out without its parentheses, it must not join anything later.
                terms.add(.words(terms.isInGroup ? Self.joinless("OR") : "OR"))
            case .word(let word): terms.add(try term(of: word))
            }
        }
        let query = SearchQuery(terms.terms, notes: notes, accents: accents)
        if query.order?.lacksPlace == true {
            throw QueryFault(
                word: "sort:distance", message: "“sort:distance” needs a place; add one, such as near:41.88,-87.63,1km")
        }
        return query
    }

    private static func canFollowOr(_ token: QueryToken?) -> Bool {
        switch token {
        case .word(let word): word != .or && word.qualifier.flatMap(Qualifier.init(name:)) != .sort
        case .open: true
        case .close, nil: false
        }
    }

    /// The maximum number of words in a query and of characters in all of them; each costs an index lookup.
    private static let greatestCount = 100
    private static let greatestLength = 10_000

    /// The words to search for: nobody types more than the limits, and a pasted page must not keep a search busy for
    /// minutes.
    ///
    /// The words are those of the folded text: `paris,rome` counts as two. The length is that of the written query, so
    /// that a truncated query reads the same again. A word that is a condition is kept whole or dropped, since half a
    /// value would mean something else.
    ///
    /// - Throws: `QueryFault` for a condition that is longer than the limit.
    private func affordable(_ tokens: [QueryToken], _ notes: inout [String]) throws(QueryFault) -> [QueryToken] {
        var looked: [QueryToken] = []
        var (count, rest, depth) = (0, Self.greatestLength, 0)
        var isCut = false
        for token in tokens where !isCut {
            guard case .word(let word) = token else {
                looked.append(token)
                depth += token == .close ? -1 : 1
                continue
            }
            for var part in parts(of: word) where !isCut {
                var text = part.text.prefix(rest)
                isCut = count == Self.greatestCount || rest == 0
                if isCut { break }
                var words = 1
                if part.qualifier == nil {
                    (text, words) = Self.start(of: text, words: Self.greatestCount - count)
                }
                isCut = text.endIndex < part.text.endIndex
                if isCut, let name = part.qualifier {
                    try Self.checkLength(of: part.text, name)
                    break
                }
                if isCut, text.isEmpty { break }
                part.text = String(text)
                rest -= text.count
                count += words
                looked.append(.word(part))
            }
            if isCut { continue }
            let note =
                if word.qualifier == nil {
                    qualifiers.noteOnPlain(word)
                } else if qualifiers.know(word) {
                    noteOnValue(word)
                } else {
                    qualifiers.note(on: word)
                }
            if let note { notes.append(note) }
        }
        if isCut {
            let limits = "\(Self.greatestCount) words or \(Self.greatestLength) characters"
            notes.append("searched only the first \(limits)")
            // What remains must not end with a group or an alternative that is missing.
            trimming: while true {
                switch looked.last {
                case .open: depth -= 1
                case .word(.or): break
                default: break trimming
                }
                looked.removeLast()
            }
            looked += Array(repeating: .close, count: depth)
        }
        return looked
    }

    /// The start of a text with up to `limit` folded words, and their number, which is at least 1.
    private static func start(of text: Substring, words limit: Int) -> (text: Substring, words: Int) {
        // Most words are plain; folding each one while somebody types would be wasted.
        if limit > 0, text.utf8.allSatisfy(\.isASCIIAlphanumeric) { return (text, 1) }
        let letters = FoldedLetters(String(text), isAlternate: false)
        guard letters.words.count > limit else { return (text, max(1, letters.words.count)) }
        // From the last letter to keep to the first one to drop.
        let cut = letters.characters(from: letters.words[limit] - 2, to: letters.words[limit] + 1)
        return (text.prefix(min(cut.lowerBound + 1, cut.upperBound - 1)), limit)
    }

    private func noteOnValue(_ word: QueryWord) -> String? {
        var plain = word
        _ = takeInequality(from: &plain)
        return qualifiers.noteOnValue(plain)
    }

    private static func checkLength(of value: String, _ name: String) throws(QueryFault) {
        if value.count <= greatestLength { return }
        let message = "“\(name):” takes up to \(greatestLength) characters"
        throw QueryFault(word: "\(name):\(value)", message: message)
    }

    /// The word itself, or the two words it consists of if the name before its colon is unknown.
    private func parts(of word: QueryWord) -> [QueryWord] {
        guard let name = word.qualifier, !qualifiers.know(word) else { return [word] }
        let first = QueryWord(Self.joinless(name), isNegated: word.isNegated)
        let text = word.isQuoted ? word.text : Self.joinless(word.withoutGroupSigns)
        if text.isEmpty { return [first] }
        return [first, QueryWord(text, isQuoted: word.isQuoted, isNegated: word.isNegated)]
    }

    /// Next to a colon, “OR” joins nothing; in lower case it reads the same when the query is written out.
    private static func joinless(_ text: String) -> String { text == "OR" ? "or" : text }

    /// The source named by a text.
    ///
    /// - Throws: `QueryFault` if it doesn't exist (with the closest id) or is disabled.
    package func source(_ text: String) throws(QueryFault) -> SourceID { try sources.id(text) }

    /// Explains why a text names no source: it doesn't exist (with the closest id) or is disabled.
    package func fault(ofSource text: String) -> QueryFault { sources.fault(text) }

    /// Whether the name before a word's colon makes it a condition or a sort order.
    package func knows(_ word: QueryWord) -> Bool { qualifiers.know(word) }

    private func term(of word: QueryWord) throws(QueryFault) -> QueryTerm {
        var plain = word
        plain.isNegated = false
        let isUnequal = takeInequality(from: &plain)
        let term: QueryTerm
        if let read = try qualifiers.read(plain) {
            if word.isNegated, read.isOrder {
                throw QueryFault(
                    word: "-sort:\(word.text)",
                    message: "“-sort:” is not supported; to reverse the order, use sort:-\(word.text)")
            }
            term = read
        } else {
            term = Self.term(plain)
        }
        return word.isNegated != isUnequal ? .not(term) : term
    }

    /// Removes the inequality sign of `country:!=FR` or `country:<>FR`; true if there was one.
    private func takeInequality(from word: inout QueryWord) -> Bool {
        if word.isUnequal { return qualifiers.isFilter(word) }
        guard !word.isQuoted, let sign = ["!=", "<>"].first(where: word.text.hasPrefix), word.text.count > sign.count,
            qualifiers.isFilter(word)
        else { return false }
        word.text.removeFirst(sign.count)
        return true
    }

    private static func term(_ word: QueryWord) -> QueryTerm {
        word.isQuoted ? .phrase(word.text) : .words(word.text)
    }
}

/// A known qualifier with an invalid value.
package struct QueryFault: Error, Hashable, Sendable {
    /// The word at fault.
    package var word: String
    /// What is wrong, and what was expected.
    package var message: String

    /// Creates a fault.
    package init(word: String, message: String) {
        self.word = word
        self.message = message
    }
}

/// The names that queries can refer to: the ids of sources, and their columns with the kinds of their values.
///
/// They are collected once, since there may be thousands of sources and a query is parsed at every key press.
package struct QueryNames: Sendable {
    private(set) var sources: SourceNames
    /// The kinds of each column, each once.
    let kinds: [String: [Column.Kind]]
    /// The sources whose columns are not listed in the configuration, so that queries cannot use them.
    let unlisted: [SourceID]

    /// Collects the names of sources with these ids and columns.
    package init(sources: [SourceID], disabled: [SourceID], columns: [Column], unlisted: [SourceID] = []) {
        self.unlisted = unlisted
        self.sources = SourceNames(sources, disabled: disabled)
        // Feeds are numerous and share their columns, so there is one list per name, not per column.
        var kinds: [String: [Column.Kind]] = [:]
        for column in columns where kinds[column.name]?.contains(column.kind) != true {
            kinds[column.name, default: []].append(column.kind)
        }
        self.kinds = kinds
    }
}

extension QueryNames {
    /// The same names, with the ids of further sources.
    package func adding(sources ids: Set<SourceID>) -> QueryNames {
        var names = self
        names.sources.add(ids)
        return names
    }
}

/// The ids that `source:` accepts.
struct SourceNames: Sendable {
    private var ids: Set<SourceID>
    private let disabled: Set<SourceID>

    init(_ ids: [SourceID], disabled: [SourceID] = []) {
        self.ids = Set(ids)
        self.disabled = Set(disabled)
    }

    mutating func add(_ further: Set<SourceID>) { ids.formUnion(further) }

    /// Whether a text is the id of a source.
    func contains(_ text: String) -> Bool {
        SourceID(text).map(ids.contains) ?? false
    }

    /// The source named by a text.
    ///
    /// - Throws: `QueryFault` if it doesn't exist (with the closest id) or is disabled.
    func id(_ text: String) throws(QueryFault) -> SourceID {
        guard let id = SourceID(text), ids.contains(id) else { throw fault(text) }
        return id
    }

    /// Explains why a text names no source: it doesn't exist (with the closest id) or is disabled.
    func fault(_ text: String) -> QueryFault {
        if let id = SourceID(text), disabled.contains(id) {
            return QueryFault(
                word: text, message: "source “\(id)” is disabled; run “source enable \(id)” to enable it")
        }
        let hint = Nearest.hint(toName: text, among: ids.map(\.description))
        return QueryFault(word: text, message: "unknown source “\(text)”\(hint)")
    }
}
