import Testing

@testable import AggCore
@testable import AggSource

@Suite(.timeLimit(.minutes(5))) struct SourceModelCancellingTests {
    private let stored = LoadedSource(origin: .remote, records: 3, fetchedAt: nil)
    private let fetched = LoadedSource(origin: .remote, records: 5, fetchedAt: nil)
    private let model = SourceModel()

    private func refresh(_ loader: GatedLoader) -> Task<Result<LoadedSource, SourceError>, Never> {
        Task { [model] in
            do throws(SourceError) { return .success(try await model.refresh(with: loader)) } catch {
                return .failure(error)
            }
        }
    }

    private func untilWaiting(_ count: Int) async {
        while await model.waitingCount != count { await Task.yield() }
    }

    @Test func `cancels the load when its only waiter is cancelled, and returns to the loaded state`() async {
        await model.begin(with: StubLoader(.success(stored)))
        let loader = GatedLoader()
        let task = refresh(loader)
        await loader.untilBegun()
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
        #expect(loader.cancelled == 1)
        #expect(await model.state == .loaded(stored))
    }

    @Test func `returns to the previous error`() async {
        await model.begin(with: StubLoader(.failure(.nothingStored)))
        let loader = GatedLoader()
        let task = refresh(loader)
        await loader.untilBegun()
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
        #expect(await model.state == .failed(.nothingStored))
    }

    @Test func `fails as cancelled if there was no state before`() async {
        let loader = GatedLoader()
        let task = refresh(loader)
        await loader.untilBegun()
        task.cancel()
        _ = await task.value
        #expect(await model.state == .failed(.cancelled))
    }

    @Test func `releases one of two waiters at once and keeps loading for the other`() async {
        let loader = GatedLoader()
        let first = refresh(loader)
        await loader.untilBegun()
        let second = refresh(loader)
        await untilWaiting(2)
        first.cancel()
        #expect(await first.value == .failure(.cancelled))
        #expect(loader.cancelled == 0)
        loader.answer(.success(fetched))
        #expect(await second.value == .success(fetched))
        #expect(await model.state == .loaded(fetched))
    }

    @Test func `cancels the load when all waiters are cancelled one after the other`() async {
        let loader = GatedLoader()
        let first = refresh(loader)
        await loader.untilBegun()
        let second = refresh(loader)
        await untilWaiting(2)
        first.cancel()
        await untilWaiting(1)
        second.cancel()
        #expect(await first.value == .failure(.cancelled))
        #expect(await second.value == .failure(.cancelled))
        #expect(loader.cancelled == 1)
    }

    @Test func `cancels the load when all waiters are cancelled at once`() async {
        let loader = GatedLoader()
        let tasks = (0..<8).map { _ in refresh(loader) }
        await loader.untilBegun()
        await untilWaiting(8)
        for task in tasks { task.cancel() }
        for task in tasks { #expect(await task.value == .failure(.cancelled)) }
        #expect(loader.begun == 1)
        #expect(loader.cancelled == 1)
    }

    @Test func `starts a new load for a waiter that arrives while a cancelled load is ending`() async {
        let slow = GatedLoader(heedsCancelling: false)
        let first = refresh(slow)
        await slow.untilBegun()
        first.cancel()
        while slow.cancelled == 0 { await Task.yield() }
        let next = GatedLoader()
        let second = refresh(next)
        slow.answer(.failure(.cancelled))
        #expect(await first.value == .failure(.cancelled))
        await next.untilBegun()
        next.answer(.success(fetched))
        #expect(await second.value == .success(fetched))
        #expect(await model.state == .loaded(fetched))
    }

    @Test func `keeps the rows of a load that committed despite being cancelled`() async {
        await model.begin(with: StubLoader(.success(stored)))
        let slow = GatedLoader(heedsCancelling: false)
        let task = refresh(slow)
        await slow.untilBegun()
        task.cancel()
        while slow.cancelled == 0 { await Task.yield() }
        slow.answer(.success(fetched))
        #expect(await task.value == .failure(.cancelled))
        #expect(await model.state == .loaded(fetched))
    }

    @Test func `starts no load for a task that is already cancelled`() async {
        let loader = GatedLoader()
        let task = Task { [model] () -> SourceError? in
            withUnsafeCurrentTask { $0?.cancel() }
            do throws(SourceError) { _ = try await model.refresh(with: loader) } catch { return error }
            return nil
        }
        #expect(await task.value == .cancelled)
        #expect(loader.begun == 0)
        #expect(await model.state == .loading)
    }
}
