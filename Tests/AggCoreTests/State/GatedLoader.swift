import AggSource
import Synchronization

/// A loader whose loads wait until the test answers them or they are canceled.
final class GatedLoader: SourceLoader {
    private struct State {
        var begun = 0
        var cancelled = 0
        var waiting: [CheckedContinuation<Result<LoadedSource, SourceError>, Never>] = []
        var heedsCancelling = true
    }

    private let state = Mutex(State())
    private let (beginnings, beginning) = AsyncStream.makeStream(of: Void.self)

    init(heedsCancelling: Bool = true) {
        state.withLock { $0.heedsCancelling = heedsCancelling }
    }

    /// The number of loads that have started.
    var begun: Int { state.withLock { $0.begun } }
    /// The number of loads that were canceled.
    var cancelled: Int { state.withLock { $0.cancelled } }

    func load() async throws(SourceError) -> LoadedSource {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock {
                    $0.begun += 1
                    $0.waiting.append(continuation)
                }
                beginning.yield()
            }
        } onCancel: {
            let heeds = state.withLock {
                $0.cancelled += 1
                return $0.heedsCancelling
            }
            if heeds { answer(.failure(.cancelled)) }
        }
        return try result.get()
    }

    /// Returns when the next load has started.
    func untilBegun() async {
        var iterator = beginnings.makeAsyncIterator()
        await iterator.next()
    }

    /// Answers the waiting loads.
    func answer(_ result: Result<LoadedSource, SourceError>) {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: result) }
    }
}

/// A loader that answers at once.
struct StubLoader: SourceLoader {
    let result: Result<LoadedSource, SourceError>

    init(_ result: Result<LoadedSource, SourceError>) {
        self.result = result
    }

    func load() async throws(SourceError) -> LoadedSource {
        try result.get()
    }
}
