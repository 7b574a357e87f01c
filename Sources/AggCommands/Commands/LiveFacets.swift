import AggCore
import AggSearch
import AggSource
import AggStorage

/// The values that narrow the matches of a live search: sources, and the most frequent values of their columns.
struct LiveFacets {
    let query: SearchQuery
    let context: CommandContext

    private static let mostSources = 3
    private static let mostColumns = 6
    private static let mostValues = 6

    /// The values, by column.
    func facets() async throws -> [LiveFacet] {
        let settings = context.session.settings
        let registry = context.aggregator.registry
        // Queries cannot name the source of a favorite if it is disabled or removed.
        let sources = try await context.aggregator.facet(
            [FacetColumn.Common.source.rawValue], matching: query, limit: Self.mostValues, usesCache: settings.usesCache
        ).facet.rows.filter { row in row.values.first.flatMap { SourceID($0.text) }.flatMap { registry[$0] } != nil }
        var facets = sources.count > 1 ? sources.compactMap { facet("source", $0) } : []
        for row in sources.prefix(Self.mostSources) {
            guard let id = row.values.first.flatMap({ SourceID($0.text) }),
                let columns = registry[id]?.dataSource.columns
            else { continue }
            var narrowed = query
            narrowed.sources = [id]
            var count = 0
            for column in columns where column.kind.grouping == .values && count < Self.mostColumns {
                let found = try await context.aggregator.facet(
                    [column.name], matching: narrowed, limit: Self.mostValues, usesCache: settings.usesCache
                ).facet
                let rows = found.rows.compactMap { facet(column.name, $0) }
                // A column with a single value, or with only unique ones, narrows nothing.
                guard rows.count > 1, rows.contains(where: { $0.count > 1 }) else { continue }
                facets += rows
                count += 1
            }
        }
        return facets
    }

    private func facet(_ column: String, _ row: Facet.Row) -> LiveFacet? {
        guard let value = row.values.first, value != .missing, !value.text.isEmpty else { return nil }
        let word = Word("\(column):\(value.text)", isQuoted: true, literalFrom: column.unicodeScalars.count + 1)
        let isPlain = value.text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        return LiveFacet(
            column: column, value: value.text, count: row.count,
            condition: isPlain ? "\(column):\(value.text)" : word.typed)
    }
}
