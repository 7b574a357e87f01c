package import Foundation

/// Reads the words of a query against what the sources have.
///
/// `name:value` is a qualifier where the name is known (`QualifierReader`) or a column of any source, else plain words.
/// Only a bad value of a known qualifier is a fault: any other text is a query. `OR` between two terms joins these two,
/// tighter than the blank that asks for both; a hyphen before a term asks for its opposite.
package struct QueryReader: Sendable {
    private let sources: Set<SourceID>
    private let qualifiers: QualifierReader
    private let accents: Accents

    /// Makes a reader for the sources of a registry; ages such as `30d` count back from `now`.
    package init(_ registry: SourceRegistry, now: Date, accents: Accents = .loose) {
        self.accents = accents
        sources = Set(registry.instances.map(\.id))
        qualifiers = QualifierReader(columns: registry.instances.flatMap(\.dataSource.columns), now: now)
    }

    /// Reads a query.
    ///
    /// - Throws: `QueryFault` for a source that is not there, or a value that a qualifier does not take.
    package func read(_ words: [QueryWord]) throws(QueryFault) -> SearchQuery {
        var terms: [QueryTerm] = []
        var notes: [String] = []
        var joins = false
        let words = Self.affordable(words, &notes)
        for (index, word) in words.enumerated() {
            if word == .or, !joins, let last = terms.last, !last.isOrder, index + 1 < words.count,
                words[index + 1] != .or, words[index + 1].qualifier?.lowercased() != "sort"
            {
                joins = true
                continue
            }
            let read = try self.terms(of: word, &notes)
            if joins, let last = terms.popLast(), let first = read.first {
                terms.append(last.or(first))
                terms += read.dropFirst()
            } else {
                terms += read
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
    private static func affordable(_ words: [QueryWord], _ notes: inout [String]) -> [QueryWord] {
        var rest = greatestLength
        let looked = words.prefix(greatestCount).map { word in
            var word = word
            word.text = String(word.text.prefix(rest))
            rest -= word.text.count
            return word
        }
        if looked != words {
            notes.append("only the first \(greatestCount) words and \(greatestLength) letters were looked for")
        }
        return looked
    }

    /// The source a text names.
    ///
    /// - Throws: `QueryFault` where there is none, with the nearest id.
    package func source(_ text: String) throws(QueryFault) -> SourceID {
        if let id = SourceID(text), sources.contains(id) { return id }
        let ids = sources.map(\.description).sorted()
        let hint = Nearest.hint(to: text, among: ids)
        let known = hint.isEmpty ? "; the sources are \(ids.joined(separator: ", "))" : hint
        throw QueryFault(word: text, message: "there is no source “\(text)”\(known)")
    }

    /// The terms of a word: more than one where a name before a colon is no qualifier.
    private func terms(of word: QueryWord, _ notes: inout [String]) throws(QueryFault) -> [QueryTerm] {
        var plain = word
        plain.isNegated = false
        let terms: [QueryTerm]
        if word.qualifier?.lowercased() == "source" {
            terms = [.qualifier(plain, .source(try source(word.text)))]
        } else if let term = try qualifiers.read(plain) {
            if word.isNegated, term.isOrder {
                throw QueryFault(word: "-sort:\(word.text)", message: "“sort:” turns around with sort:-\(word.text)")
            }
            terms = [term]
        } else if let name = word.qualifier {
            if let note = qualifiers.note(on: name) { notes.append(note) }
            // “OR” joins nothing here, before the colon or behind it: the query reads the same when it is written out.
            if plain == QueryWord("OR", qualifier: name) { plain.text = "or" }
            terms = [.words(name == "OR" ? "or" : name)] + (word.text.isEmpty ? [] : [Self.term(plain)])
        } else {
            terms = [Self.term(word)]
        }
        return word.isNegated ? terms.map { .not($0) } : terms
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
