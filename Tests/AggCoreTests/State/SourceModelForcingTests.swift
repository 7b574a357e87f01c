import Synchronization
import Testing

@testable import AggCore
@testable import AggSource

/// A forced refresh takes effect even while another load is in progress.
@Suite(.timeLimit(.minutes(5))) struct SourceModelForcingTests {
    private let stored = LoadedSource(origin: .remote, records: 3, fetchedAt: nil)
    private let fetched = LoadedSource(origin: .remote, records: 5, fetchedAt: nil)
    private let model = SourceModel()

    private func refresh(
        _ loader: GatedLoader, isForced: Bool = false, progress: ProgressReporter = .silent
    ) -> Task<Result<LoadedSource, SourceError>, Never> {
        Task { [model] in
            do throws(SourceError) {
                return .success(try await model.refresh(with: loader, isForced: isForced, progress: progress))
            } catch {
                return .failure(error)
            }
        }
    }

    private func untilWaiting(_ count: Int) async {
        while await model.waitingCount != count { await Task.yield() }
    }

    @Test func `replaces an unforced load and also answers its waiters`() async {
        let (plain, forced) = (GatedLoader(), GatedLoader())
        let first = refresh(plain)
        await plain.untilBegun()
        let second = refresh(forced, isForced: true)
        await forced.untilBegun()
        #expect(plain.cancelled == 1)
        #expect(await model.state == .loading)
        forced.answer(.success(fetched))
        #expect(await first.value == .success(fetched))
        #expect(await second.value == .success(fetched))
        #expect(await model.state == .loaded(fetched))
    }

    @Test func `waits until the load it replaces has ended`() async {
        let (plain, forced) = (GatedLoader(heedsCancelling: false), GatedLoader())
        let first = refresh(plain)
        await plain.untilBegun()
        let second = refresh(forced, isForced: true)
        await untilWaiting(2)
        #expect(plain.cancelled == 1 && forced.begun == 0)
        let third = refresh(GatedLoader())
        await untilWaiting(3)
        plain.answer(.success(stored))
        await forced.untilBegun()
        forced.answer(.success(fetched))
        for task in [first, second, third] { #expect(await task.value == .success(fetched)) }
    }

    @Test func `joins a forced load in progress, and so does an unforced refresh`() async {
        let loader = GatedLoader()
        let first = refresh(loader, isForced: true)
        await loader.untilBegun()
        let others = [refresh(loader, isForced: true), refresh(loader)]
        await untilWaiting(3)
        loader.answer(.success(fetched))
        for task in [first] + others { #expect(await task.value == .success(fetched)) }
        #expect(loader.begun == 1 && loader.cancelled == 0)
    }

    @Test func `keeps loading for the others when the forced refresh is cancelled`() async {
        let (plain, forced) = (GatedLoader(), GatedLoader())
        let first = refresh(plain)
        await plain.untilBegun()
        let second = refresh(forced, isForced: true)
        await forced.untilBegun()
        second.cancel()
        #expect(await second.value == .failure(.cancelled))
        forced.answer(.success(fetched))
        #expect(await first.value == .success(fetched))
        #expect(forced.cancelled == 0)
    }

    @Test func `starts no forced load if all waiters were cancelled`() async {
        let (plain, forced) = (GatedLoader(heedsCancelling: false), GatedLoader())
        let first = refresh(plain)
        await plain.untilBegun()
        let second = refresh(forced, isForced: true)
        await untilWaiting(2)
        first.cancel()
        await untilWaiting(1)
        second.cancel()
        // The last waiter waits for the end of the load.
        while await !model.isAbandoned { await Task.yield() }
        plain.answer(.failure(.cancelled))
        #expect(await second.value == .failure(.cancelled))
        #expect(await first.value == .failure(.cancelled))
        #expect(forced.begun == 0)
    }

    @Test func `returns to what the replaced load committed if it is cancelled itself`() async {
        let (plain, forced) = (GatedLoader(heedsCancelling: false), GatedLoader())
        let first = refresh(plain)
        await plain.untilBegun()
        let second = refresh(forced, isForced: true)
        await untilWaiting(2)
        plain.answer(.success(stored))
        await forced.untilBegun()
        first.cancel()
        await untilWaiting(1)
        second.cancel()
        _ = await second.value
        #expect(await model.state == .loaded(stored))
    }

    @Test func `reports progress to every waiter, and the last step first to a late one`() async {
        let loader = GatedLoader()
        let heard = Mutex<[[LoadProgress]]>([[], []])
        func reporter(_ place: Int) -> ProgressReporter {
            ProgressReporter { step in heard.withLock { $0[place].append(step) } }
        }
        let first = refresh(loader, progress: reporter(0))
        await loader.untilBegun()
        model.progress.reporter.report(.records(1_000))
        model.progress.reporter.report(.records(2_000))
        let second = refresh(loader, progress: reporter(1))
        await untilWaiting(2)
        model.progress.reporter.report(.committing)
        loader.answer(.success(fetched))
        _ = (await first.value, await second.value)
        #expect(
            heard.withLock(\.self) == [
                [.records(1_000), .records(2_000), .committing], [.records(2_000), .committing],
            ])
    }

    @Test func `a retired source ends its load and starts no other`() async {
        let loader = GatedLoader(heedsCancelling: false)
        let task = refresh(loader)
        await loader.untilBegun()
        let retiring = Task { [model] in await model.retire() }
        while loader.cancelled == 0 { await Task.yield() }
        let late = refresh(GatedLoader())
        loader.answer(.success(fetched))
        await retiring.value
        _ = await task.value
        #expect(await late.value == .failure(.cancelled))
        #expect(await refresh(GatedLoader(), isForced: true).value == .failure(.cancelled))
    }
}
