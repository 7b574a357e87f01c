import AggCore
import AggSource
import Testing

/// Refreshes that start before the local loader has answered.
@Suite(.timeLimit(.minutes(5))) struct SourceModelBeginningTests {
    private let stored = LoadedSource(origin: .remote, records: 3, fetchedAt: nil)
    private let fetched = LoadedSource(origin: .remote, records: 5, fetchedAt: nil)
    private let model = SourceModel()
    private let local = GatedLoader()
    private let remote = GatedLoader()

    private func begin() async -> Task<Void, Never> {
        let task = Task { [model, local] in await model.begin(with: local) }
        await local.untilBegun()
        return task
    }

    private func refresh() async -> Task<Result<LoadedSource, SourceError>, Never> {
        let task = Task { [model, remote] () -> Result<LoadedSource, SourceError> in
            do throws(SourceError) { return .success(try await model.refresh(with: remote)) } catch {
                return .failure(error)
            }
        }
        await remote.untilBegun()
        return task
    }

    @Test func `keeps the result of a refresh that ends after the local loader`() async {
        let transitions = await model.transitions()
        let beginning = await begin()
        let refreshing = await refresh()
        local.answer(.success(stored))
        await beginning.value
        remote.answer(.success(fetched))
        _ = await refreshing.value
        #expect(await model.state == .loaded(fetched))
        var iterator = transitions.makeAsyncIterator()
        #expect(await iterator.next() == SourceTransition(input: .loaded(stored), state: .loaded(stored)))
        #expect(await iterator.next() == SourceTransition(input: .refresh, state: .loading))
        #expect(await iterator.next() == SourceTransition(input: .loaded(fetched), state: .loaded(fetched)))
    }

    @Test func `drops the local loader's result if the refresh ended before it`() async {
        let beginning = await begin()
        let refreshing = await refresh()
        remote.answer(.success(fetched))
        _ = await refreshing.value
        local.answer(.success(stored))
        await beginning.value
        #expect(await model.state == .loaded(fetched))
    }

    @Test func `returns to the local loader's result when the refresh is cancelled`() async {
        let beginning = await begin()
        let refreshing = await refresh()
        local.answer(.success(stored))
        await beginning.value
        refreshing.cancel()
        #expect(await refreshing.value == .failure(.cancelled))
        #expect(await model.state == .loaded(stored))
    }

    @Test func `still accepts the local loader's result after a refresh that was cancelled before it`() async {
        let beginning = await begin()
        let refreshing = await refresh()
        refreshing.cancel()
        #expect(await refreshing.value == .failure(.cancelled))
        #expect(await model.state == .loading)
        local.answer(.success(stored))
        await beginning.value
        #expect(await model.state == .loaded(stored))
    }
}
