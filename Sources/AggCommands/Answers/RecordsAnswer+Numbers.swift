import AggCore
import AggSearch
import AggSource

/// The rows of an answer as a person counts them: the numbers go from top to bottom in every table and list.
extension RecordsAnswer {
    /// With more sources than this each would have a few rows under its heading: a column says more in less room.
    private static let mostGroups = 6

    /// Whether a table has a heading for each source.
    ///
    /// Rows in an order that was asked for stay in it.
    var isGroupedBySource: Bool { !isOrdered && (2...Self.mostGroups).contains(shownSources.count) }

    /// Whether a table needs a column for the source.
    var showsSourceColumn: Bool { shownSources.count > 1 && !isGroupedBySource }

    /// The answer in the order in which a person sees it: where a table has a heading for each source, the rows of a source
    /// together, the source of the best row first.
    var numbered: RecordsAnswer {
        guard isGroupedBySource else { return self }
        var answer = self
        answer.rows = shownSources.flatMap { source in rows.filter { $0.address.source == source } }
        return answer
    }

    /// The sources of the rows, in the order of their first rows.
    private var shownSources: [SourceID] {
        var sources: [SourceID] = []
        for row in rows where row.address.source != sources.last && !sources.contains(row.address.source) {
            sources.append(row.address.source)
        }
        return sources
    }
}
