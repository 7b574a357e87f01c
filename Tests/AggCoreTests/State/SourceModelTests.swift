import Synchronization
import Testing

@testable import AggCore
@testable import AggSource

@Suite(.timeLimit(.minutes(5))) struct SourceModelTests {
    private let stored = LoadedSource(origin: .remote, records: 3, fetchedAt: nil)
    private let fetched = LoadedSource(origin: .remote, records: 5, fetchedAt: nil)
    private let model = SourceModel()
    private let loader = GatedLoader()

    private func refresh() -> Task<Result<LoadedSource, SourceError>, Never> {
        Task { [model, loader] in
            do throws(SourceError) { return .success(try await model.refresh(with: loader)) } catch {
                return .failure(error)
            }
        }
    }

    /// Waits until `count` tasks wait for the load.
    private func untilWaiting(_ count: Int) async {
        while await model.waitingCount != count { await Task.yield() }
    }

    @Test func `starts in the loading state`() async {
        #expect(await model.state == .loading)
    }

    @Test func `takes the local loader's result as its first input`() async {
        await model.begin(with: StubLoader(.success(stored)))
        #expect(await model.state == .loaded(stored))
    }

    @Test func `takes the local loader's error as its first input`() async {
        await model.begin(with: StubLoader(.failure(.nothingStored)))
        #expect(await model.state == .failed(.nothingStored))
    }

    @Test func `starts only once`() async {
        await model.begin(with: StubLoader(.success(stored)))
        await model.begin(with: StubLoader(.success(fetched)))
        #expect(await model.state == .loaded(stored))
    }

    @Test func `loads on refresh`() async throws {
        await model.begin(with: StubLoader(.success(stored)))
        let task = refresh()
        await loader.untilBegun()
        #expect(await model.state == .loading)
        loader.answer(.success(fetched))
        #expect(await task.value == .success(fetched))
        #expect(await model.state == .loaded(fetched))
    }

    @Test func `fails if the load fails`() async {
        await model.begin(with: StubLoader(.success(stored)))
        let task = refresh()
        await loader.untilBegun()
        loader.answer(.failure(.tooOld(age: .seconds(9))))
        #expect(await task.value == .failure(.tooOld(age: .seconds(9))))
        #expect(await model.state == .failed(.tooOld(age: .seconds(9))))
    }

    @Test func `joins a load in progress`() async {
        let first = refresh()
        await loader.untilBegun()
        let second = refresh()
        await untilWaiting(2)
        loader.answer(.success(fetched))
        #expect(await first.value == .success(fetched))
        #expect(await second.value == .success(fetched))
        #expect(loader.begun == 1)
    }

    @Test func `loads again after a load has ended`() async throws {
        for count in 1...2 {
            let task = refresh()
            await loader.untilBegun()
            loader.answer(.success(fetched))
            _ = await task.value
            #expect(loader.begun == count)
        }
    }

    @Test func `reports each transition with its input`() async {
        let transitions = await model.transitions()
        await model.begin(with: StubLoader(.failure(.nothingStored)))
        let task = refresh()
        await loader.untilBegun()
        loader.answer(.success(fetched))
        _ = await task.value
        var iterator = transitions.makeAsyncIterator()
        let expected = [
            SourceTransition(input: .failed(.nothingStored), state: .failed(.nothingStored)),
            SourceTransition(input: .refresh, state: .loading),
            SourceTransition(input: .loaded(fetched), state: .loaded(fetched)),
        ]
        for transition in expected { #expect(await iterator.next() == transition) }
    }

    @Test func `starts the transitions with a load in progress`() async {
        let task = refresh()
        await loader.untilBegun()
        var iterator = await model.transitions().makeAsyncIterator()
        #expect(await iterator.next() == SourceTransition(input: .refresh, state: .loading))
        loader.answer(.success(fetched))
        _ = await task.value
        #expect(await iterator.next()?.input == .loaded(fetched))
    }

    @Test func `ends its transitions when it is released`() async throws {
        var model: SourceModel? = SourceModel()
        let transitions = await model?.transitions()
        model = nil
        for await transition in try #require(transitions) { Issue.record("there is \(transition)") }
    }

    @Test func `runs a load outside its own actor, so its state can be read meanwhile`() async throws {
        let loader = IsolationLoader()
        _ = try await model.refresh(with: loader)
        #expect(loader.isApart.withLock(\.self) == true)
    }
}

/// A loader that notes whether it runs outside every actor.
private final class IsolationLoader: SourceLoader {
    let isApart = Mutex<Bool?>(nil)

    func load() async throws(SourceError) -> LoadedSource {
        let isolation: (any Actor)? = #isolation
        isApart.withLock { $0 = isolation == nil }
        return LoadedSource(origin: .remote, records: 0, fetchedAt: nil)
    }
}
