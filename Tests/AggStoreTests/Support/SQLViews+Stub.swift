import AggSource
import AggStorage

extension SQLViews {
    /// The views of sources that have been loaded, each with the given columns.
    static func stubs(
        of sources: [String], kind: SourceKind = "stub", columns: [Column] = [], isServed: Bool = true
    ) -> SQLViews {
        SQLViews(
            sources.map { id in
                Source(
                    status: SourceStatus(
                        id: .named(id), kind: kind, phase: .loaded, origin: .remote, records: 2, favorites: 0,
                        fetchedAt: noon, age: .seconds(60), isStale: false, reason: nil, notes: [], nextRefresh: nil,
                        isServed: isServed),
                    columns: columns)
            })
    }
}
