package import AggSource
package import Foundation

/// Reads the words of a query against what the sources have.
///
/// `name:value` is a condition if the name is a qualifier (``Qualifier``) or a column of any source, else plain words.
/// Only a bad value of a known name is a fault: any other text is a query. `OR` between two terms joins these two,
/// tighter than the blank that asks for both; a hyphen before a term asks for its opposite.
package struct QueryReader: Sendable {
    private let sources: SourceNames
    private let qualifiers: QualifierReader
    private let accents: Accents

    /// Creates a reader for the names of sources and columns; ages such as `30d` count back from `now`.
    package init(_ names: QueryNames, now: Date, accents: Accents = .loose) {
        self.accents = accents
        sources = names.sources
        qualifiers = QualifierReader(names, now: now)
    }

    /// Reads a query.
    ///
    /// - Throws: `QueryFault` for a source that is not there, or a value that a qualifier does not take.
    package func read(_ words: [QueryWord]) throws(QueryFault) -> SearchQuery {
        var terms: [QueryTerm] = []
        var notes: [String] = []
        var joins = false
        let words = try affordable(words, &notes)
        for (index, word) in words.enumerated() {
            if word == .or, !joins, let last = terms.last, !last.isOrder, index + 1 < words.count,
                words[index + 1] != .or, words[index + 1].qualifier.flatMap(Qualifier.init(name:)) != .sort
            {
                joins = true
                continue
            }
            let term = try term(of: word)
            if joins, let last = terms.popLast() {
                terms.append(last.or(term))
            } else {
                terms.append(term)
            }
            joins = false
        }
        let query = SearchQuery(terms, notes: notes, accents: accents)
        if case .distance(nil) = query.order {
            throw QueryFault(
                word: "sort:distance", message: "“sort:distance” needs a place, as in near:41.88,-87.63,1km")
        }
        return query
    }

    /// The most words of a query, and the most letters of them all: each costs a look into the index.
    private static let greatestCount = 100
    private static let greatestLength = 10_000

    /// What is looked for: no one types more, and a pasted page must not keep a search busy for minutes.
    ///
    /// It is counted as it would be written out, so that what was cut reads the same once more. A word that has a meaning by
    /// its name is taken whole or not at all: half a value asks for something else.
    ///
    /// - Throws: `QueryFault` for such a value that is longer than a query.
    private func affordable(_ words: [QueryWord], _ notes: inout [String]) throws(QueryFault) -> [QueryWord] {
        var looked: [QueryWord] = []
        var rest = Self.greatestLength
        var isCut = false
        for word in words where !isCut {
            for var part in parts(of: word) where !isCut {
                let text = part.text.prefix(rest)
                isCut = looked.count == Self.greatestCount || rest == 0
                if isCut { break }
                isCut = text.endIndex < part.text.endIndex
                if isCut, let name = part.qualifier {
                    try Self.checkLength(of: part.text, name)
                    break
                }
                part.text = String(text)
                rest -= text.count
                looked.append(part)
            }
            if isCut || qualifiers.know(word) { continue }
            let note = word.qualifier == nil ? qualifiers.noteOnSign(in: word) : qualifiers.note(on: word)
            if let note { notes.append(note) }
        }
        if isCut {
            let limits = "\(Self.greatestCount) words and \(Self.greatestLength) letters"
            notes.append("only the first \(limits) were looked for")
        }
        return looked
    }

    private static func checkLength(of value: String, _ name: String) throws(QueryFault) {
        if value.count <= greatestLength { return }
        let message = "“\(name):” takes no value of more than \(greatestLength) letters"
        throw QueryFault(word: "\(name):\(value)", message: message)
    }

    /// A word, or the two words that it is where the name before its colon is none.
    private func parts(of word: QueryWord) -> [QueryWord] {
        guard let name = word.qualifier, !qualifiers.know(word) else { return [word] }
        let first = QueryWord(Self.joinless(name), isNegated: word.isNegated)
        if word.text.isEmpty { return [first] }
        let text = word.isQuoted ? word.text : Self.joinless(word.text)
        return [first, QueryWord(text, isQuoted: word.isQuoted, isNegated: word.isNegated)]
    }

    /// “OR” joins nothing before a colon or behind it: the query reads the same when it is written out.
    private static func joinless(_ text: String) -> String { text == "OR" ? "or" : text }

    /// The source a text names.
    ///
    /// - Throws: `QueryFault` if there is none, with the nearest id, and if it is disabled.
    package func source(_ text: String) throws(QueryFault) -> SourceID { try sources.id(text) }

    /// Whether the name before a word's colon makes it a condition or an order.
    package func knows(_ word: QueryWord) -> Bool { qualifiers.know(word) }

    private func term(of word: QueryWord) throws(QueryFault) -> QueryTerm {
        var plain = word
        plain.isNegated = false
        let isUnequal = takeInequality(from: &plain)
        let term: QueryTerm
        if let read = try qualifiers.read(plain) {
            if word.isNegated, read.isOrder {
                throw QueryFault(word: "-sort:\(word.text)", message: "“sort:” turns around with sort:-\(word.text)")
            }
            term = read
        } else {
            term = Self.term(plain)
        }
        return word.isNegated != isUnequal ? .not(term) : term
    }

    /// Removes the inequality sign of `country:!=FR` or `country:<>FR`; true if there was one.
    private func takeInequality(from word: inout QueryWord) -> Bool {
        guard !word.isQuoted, let sign = ["!=", "<>"].first(where: word.text.hasPrefix), qualifiers.isColumn(word)
        else { return false }
        word.text.removeFirst(sign.count)
        return true
    }

    private static func term(_ word: QueryWord) -> QueryTerm {
        word.isQuoted ? .phrase(word.text) : .words(word.text)
    }
}

extension QueryTerm {
    fileprivate var isOrder: Bool { if case .sort = self { true } else { false } }

    fileprivate func or(_ other: QueryTerm) -> QueryTerm {
        if case .any(let terms) = self { .any(terms + [other]) } else { .any([self, other]) }
    }
}

/// A known qualifier with a value it does not take.
package struct QueryFault: Error, Hashable, Sendable {
    /// The word at fault.
    package var word: String
    /// What is wrong and what was expected.
    package var message: String

    /// Makes a fault.
    package init(word: String, message: String) {
        self.word = word
        self.message = message
    }
}

/// The names that queries refer to: the ids of sources, and their columns with the kinds of their values.
///
/// Each is looked at once here, since there may be thousands of sources and a query is read at every key press.
package struct QueryNames: Sendable {
    let sources: SourceNames
    let kinds: [String: Set<Column.Kind>]

    /// Collects the names of sources with these ids and columns.
    package init(sources: [SourceID], disabled: [SourceID], columns: some Sequence<Column>) {
        self.sources = SourceNames(sources, disabled: disabled)
        // Feeds are many and have the same columns: a set is made for each name, not for each column.
        var kinds: [String: Set<Column.Kind>] = [:]
        for column in columns where kinds[column.name]?.contains(column.kind) != true {
            kinds[column.name, default: []].insert(column.kind)
        }
        self.kinds = kinds
    }
}

/// The ids that `source:` takes.
struct SourceNames: Sendable {
    private let ids: Set<SourceID>
    private let disabled: Set<SourceID>
    /// The most names in a message.
    private static let mostNames = 12

    init(_ ids: [SourceID], disabled: [SourceID] = []) {
        self.ids = Set(ids)
        self.disabled = Set(disabled)
    }

    /// Whether a text is the id of a source.
    func contains(_ text: String) -> Bool {
        SourceID(text).map(ids.contains) ?? false
    }

    /// The source a text names.
    ///
    /// - Throws: `QueryFault` if there is none, with the nearest id, and if it is disabled.
    func id(_ text: String) throws(QueryFault) -> SourceID {
        if let id = SourceID(text) {
            if ids.contains(id) { return id }
            if disabled.contains(id) {
                throw QueryFault(
                    word: text, message: "the source “\(id)” is disabled; source enable \(id) brings it back")
            }
        }
        let names = ids.map(\.description).sorted()
        let hint = Nearest.hint(to: text, among: names)
        let shown = names.prefix(Self.mostNames).joined(separator: ", ")
        let more = names.count > Self.mostNames ? " and \(names.count - Self.mostNames) more" : ""
        let known = hint.isEmpty ? "; the sources are \(shown)\(more)" : hint
        throw QueryFault(word: text, message: "there is no source “\(text)”\(known)")
    }
}
