/// One source's state, and the load under way.
///
/// It begins in loading; the local loader's answer is its first input.
public actor SourceModel {
    /// The state now.
    public private(set) var state: SourceState = .loading
    private var load: Task<Result<LoadedSource, SourceError>, Never>?
    private var waiting = 0
    private var listeners: [Int: AsyncStream<SourceTransition>.Continuation] = [:]
    private var nextListener = 0

    /// Makes a model in loading.
    public init() {}

    /// Takes in what the local loader says.
    public func begin(with loader: any SourceLoader) async {
        guard state == .loading, load == nil else { return }
        do {
            send(.loaded(try await loader.load()))
        } catch {
            send(.failed(error))
        }
    }

    /// Refreshes with a loader; while a load is under way its answer is waited for instead.
    ///
    /// When every task that waits is cancelled, so is the load.
    ///
    /// - Returns: The answer of the load.
    /// - Throws: Its error; `.cancelled` when the waiting task is cancelled.
    public func refresh(with loader: any SourceLoader) async throws(SourceError) -> LoadedSource {
        let task = load ?? start(loader)
        waiting += 1
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            Task { await self.stopWaiting(for: task) }
        }
        waiting -= 1
        if Task.isCancelled { throw .cancelled }
        return try result.get()
    }

    /// The transitions from now on.
    public func transitions() -> AsyncStream<SourceTransition> {
        let (stream, continuation) = AsyncStream.makeStream(of: SourceTransition.self)
        let listener = nextListener
        nextListener += 1
        listeners[listener] = continuation
        continuation.onTermination = { _ in Task { await self.forget(listener) } }
        return stream
    }

    private func start(_ loader: any SourceLoader) -> Task<Result<LoadedSource, SourceError>, Never> {
        let before = state
        send(.refresh)
        let task = Task {
            let result: Result<LoadedSource, SourceError>
            do throws(SourceError) { result = .success(try await loader.load()) } catch { result = .failure(error) }
            end(result, before)
            return result
        }
        load = task
        return task
    }

    private func end(_ result: Result<LoadedSource, SourceError>, _ before: SourceState) {
        load = nil
        switch (result, before) {
        case (.success(let loaded), _): send(.loaded(loaded))
        case (.failure(.cancelled), .loaded(let loaded)): send(.loaded(loaded))
        case (.failure(let error), _): send(.failed(error))
        }
    }

    private func stopWaiting(for task: Task<Result<LoadedSource, SourceError>, Never>) {
        if waiting <= 1 { task.cancel() }
    }

    private func send(_ input: SourceState.Input) {
        guard let next = state.next(on: input) else { return }
        state = next
        for listener in listeners.values { listener.yield(SourceTransition(input: input, state: next)) }
    }

    private func forget(_ listener: Int) {
        listeners[listener] = nil
    }
}
