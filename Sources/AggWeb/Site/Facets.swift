import AggCommands
import AggCore
import AggSource
import AggStorage

/// Chooses the columns whose values are counted next to the results: the source, and columns with few values.
struct Facets {
    private let backend: Backend
    private let state: PageState

    init(_ backend: Backend, _ state: PageState) {
        self.backend = backend
        self.state = state
    }

    /// The maximum number of columns besides the source.
    private static let most = 4
    /// The maximum number of columns to try.
    private static let tried = 8
    /// The number of values shown per column.
    private static let values = 8

    /// The counts, starting with the source.
    var columns: [FacetList.Column] {
        get async {
            if state.query.isEmpty { return await sources }
            guard let sources = await count("source") else { return [] }
            let registry = backend.aggregator.registry
            // Queries cannot name the source of a favorite if it is disabled or removed.
            let values = sources.values.filter { value in SourceID(value.text).flatMap { registry[$0] } != nil }
            var found =
                values.count > 1 ? [FacetList.Column(name: sources.name, values: values, others: sources.others)] : []
            for name in names(of: values.map(\.text)).prefix(Self.tried) {
                guard let column = await count(name), column.values.count > 1 || column.others else { continue }
                // A column whose values are all different is useless as a filter.
                guard column.values.contains(where: { $0.count > 1 }) else { continue }
                found.append(column)
                if found.count > Self.most { break }
            }
            return found
        }
    }

    /// The number of records in each source, which is known without counting.
    private var sources: [FacetList.Column] {
        get async {
            let report = try? await backend.run([Word("sources")]).body as? SourcesReport
            let served = (report?.statuses ?? []).filter { $0.isServed && $0.records > 0 }
            let values = served.map { (text: $0.id.description, count: $0.records) }
            return values.isEmpty
                ? [] : [FacetList.Column(name: "source", values: values.sorted { $0.count > $1.count }, others: false)]
        }
    }

    /// Returns the text, Boolean, and list columns of the two sources with the most results.
    private func names(of sources: [String]) -> [String] {
        var names: [String] = []
        for source in sources.prefix(2) {
            guard let id = SourceID(source), let instance = backend.aggregator.registry[id] else { continue }
            let columns = instance.dataSource.columns.filter { [.text, .boolean, .list].contains($0.kind) }
            for column in columns where !names.contains(column.name) { names.append(column.name) }
        }
        return names
    }

    private func count(_ column: String) async -> FacetList.Column? {
        let words =
            [Word("facet"), Word("--limit=\(Self.values)"), Word("--"), Word(column, isQuoted: true)] + state.words
        guard let report = try? await backend.run(words).body as? TableReport else { return nil }
        let values = report.table.rows.compactMap { row -> (text: String, count: Int)? in
            guard row.count == 2, let count = row[1].intValue, row[0] != .null else { return nil }
            return (row[0].stringValue ?? row[0].text, count)
        }
        return FacetList.Column(name: column, values: values, others: report.table.isTruncated)
    }
}
