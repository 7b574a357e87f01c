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
    /// - Throws: `QueryFault` for a source that is not there, or an unknown value of `is:`.
    public func read(_ words: [QueryWord]) throws(QueryFault) -> SearchQuery {
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
                terms.append(SearchText.Term("\(word.qualifier ?? "") \(word.text)", isPhrase: word.isQuoted))
            case nil:
                terms.append(SearchText.Term(word.text, isPhrase: word.isQuoted))
            }
        }
        query.text = SearchText(terms)
        query.hasWords = terms.contains { $0.text.contains { !$0.isWhitespace } }
        return query
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
