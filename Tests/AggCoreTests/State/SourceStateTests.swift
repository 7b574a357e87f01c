import AggCore
import AggSource
import Testing

@Suite struct SourceStateTests {
    private static let rows = LoadedSource(origin: .remote, records: 3, fetchedAt: nil)
    private static let other = LoadedSource(origin: .remote, records: 4, fetchedAt: nil)

    @Test(arguments: [
        (SourceState.loading, SourceState.Input.refresh, SourceState?.none),
        (.loading, .loaded(rows), .loaded(rows)),
        (.loading, .failed(.nothingStored), .failed(.nothingStored)),
        (.loaded(rows), .refresh, .loading),
        (.loaded(rows), .loaded(other), nil),
        (.loaded(rows), .failed(.nothingStored), nil),
        (.failed(.nothingStored), .refresh, .loading),
        (.failed(.nothingStored), .loaded(rows), nil),
        (.failed(.nothingStored), .failed(.cancelled), nil),
    ])
    func `moves from state to state`(state: SourceState, input: SourceState.Input, next: SourceState?) {
        #expect(state.next(on: input) == next)
    }
}
