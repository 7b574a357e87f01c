/// Reads the words of a query against what the sources have.
///
/// `name:value` is a filter where the name is a known qualifier (`source`, `is`) or a column of any source, else plain
/// words. Only a bad value of a known qualifier is a fault: any other text is a query.
public struct QueryReader: Sendable {
    private let sources: Set<SourceID>
    private let columns: Set<String>

    /// Makes a reader for the sources of a registry.
    public init(_ registry: SourceRegistry) {
        sources = Set(registry.instances.map(\.id))
        columns = Set(registry.instances.flatMap { $0.dataSource.columns.map(\.name) })
    }

    /// Reads a query.
    ///
    /// - Throws: `QueryFault` for a source that is not there, an unknown value of `is:`, or a text longer than any search.
    public func read(_ words: [QueryWord]) throws(QueryFault) -> SearchQuery {
        try check(words)
        var query = SearchQuery()
        var terms: [SearchText.Term] = []
        for word in words {
            switch word.qualifier?.lowercased() {
            case "source":
                query.sources = (query.sources ?? []) + [try source(word.text)]
            case "is":
                guard word.text.lowercased() == "favorite" else {
                    throw QueryFault(word: "is:\(word.text)", message: "“is:” takes favorite, not “\(word.text)”")
                }
                query.onlyFavorites = true
            case let name? where columns.contains(name) && !word.text.isEmpty:
                query.filters.append(FieldFilter(column: name, value: word.text))
            case _?:
                terms.append(SearchText.Term("\(word.qualifier ?? "") \(word.text)"))
            case nil:
                terms.append(SearchText.Term(word.text, isPhrase: word.isQuoted))
            }
        }
        query.text = SearchText(terms)
        query.hasWords = terms.contains { $0.text.contains { !$0.isWhitespace } }
        return query
    }

    /// The most words of a query, and the most letters of them all: each word costs a look into the index.
    private static let greatestCount = 100
    private static let greatestLength = 10_000

    private func check(_ words: [QueryWord]) throws(QueryFault) {
        if words.count > Self.greatestCount {
            throw QueryFault(
                word: "", message: "a query takes at most \(Self.greatestCount) words, not \(words.count)")
        }
        let length = words.reduce(0) { $0 + $1.text.count }
        if length > Self.greatestLength {
            throw QueryFault(
                word: "", message: "a query takes at most \(Self.greatestLength) letters, not \(length)")
        }
    }

    /// The source a text names.
    ///
    /// - Throws: `QueryFault` where there is none, with the nearest id.
    public func source(_ text: String) throws(QueryFault) -> SourceID {
        if let id = SourceID(text), sources.contains(id) { return id }
        let ids = sources.map(\.description).sorted()
        let hint = Nearest.hint(to: text, among: ids)
        let known = hint.isEmpty ? "; the sources are \(ids.joined(separator: ", "))" : hint
        throw QueryFault(word: text, message: "there is no source “\(text)”\(known)")
    }
}
