import AggCore
import AggSearch
import AggSource
import AggStorage
import AggText

/// Suggestions for a query that finds nothing because a column has no such value, as in `country:germany`.
struct ValueSuggestions {
    let context: CommandContext
    /// The words of the query.
    let words: [Word]
    /// The sources of the query.
    let sources: [SourceInstance]

    /// The maximum number of values of a column to compare.
    private static let mostValues = 500

    /// Queries that find something: with the nearest value of the column, or else with the value as a word.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    func queries() async throws -> [String] {
        for (index, word) in words.enumerated() {
            let typed = word.queryWord
            let folded = Folding.fold(typed.text)
            guard let column = typed.qualifier?.lowercased(), !typed.isNegated, Qualifier(name: column) == nil,
                let first = folded.first
            else { continue }
            let ids = sources.filter { $0.dataSource.columns.contains { $0.name == column } }.map(\.id)
            guard !ids.isEmpty else { continue }
            let values = try await context.aggregator.values(
                of: column, startingWith: String(first), in: ids, limit: Self.mostValues)
            if values.contains(where: { Folding.fold($0) == folded }) { continue }
            let nearest = Nearest.word(to: typed.text, among: values)
            let pieces = [nearest.map { CommandLine.condition(column, $0) }, GrammarText.written(typed.text)]
            for piece in pieces.compactMap(\.self) {
                let written = words.indices.map { $0 == index ? piece : words[$0].typed }.joined(separator: " ")
                if try await finds(written) { return [written] }
            }
        }
        return []
    }

    private func finds(_ text: String) async throws -> Bool {
        var query = try context.query(CommandLine.words(ofQuery: text))
        query.sources = sources.map(\.id).filter { query.sources?.contains($0) ?? true }
        let settings = context.session.settings
        return try await !context.aggregator.search(query, limit: 1, usesCache: settings.usesCache).rows.isEmpty
    }
}

extension CommandContext {
    /// Returns the instances of sources; nil for all.
    func instances(of ids: [SourceID]?) -> [SourceInstance] {
        aggregator.registry.instances.filter { ids?.contains($0.id) ?? true }
    }
}
