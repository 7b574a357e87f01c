import AggSearch
import AggSource
import AggStorage
import Testing

/// Expects the same results from a store as from the oracle, which checks each row.
func compare(_ search: RecordSearch, _ store: any RecordStore, _ oracle: any RecordStore) async throws {
    let answer: [SourceID: SourceMatches]
    do { answer = try await store.search(search) } catch {
        Issue.record("\(error): \(search.text.typed.debugDescription), \(search.sources)")
        return
    }
    var expected = try await oracle.search(search)
    // Not every search can tell how many rows it leaves out.
    for (source, matches) in answer where matches.total == nil { expected[source]?.total = nil }
    guard answer != expected else { return }
    let (found, wanted) = (answer[.cities]?.matches ?? [], expected[.cities]?.matches ?? [])
    let place = zip(found, wanted).enumerated().first { $1.0 != $1.1 }
    Issue.record(
        """
        \(search.text.typed.debugDescription) \(search.text.forms.map(\.groups)), \(search.sources) \(found.count) rows, not \
        \(wanted.count); at \(String(describing: place))
        """)
}
