package import AggSource

/// The state of one source and its current load.
///
/// It starts out loading; the local loader's answer is its first input.
package actor SourceModel {
    typealias Answer = Result<LoadedSource, SourceError>

    /// Receives the loaders' progress and passes it to everyone waiting for the load.
    package nonisolated let progress = ProgressRelay()

    /// The current state.
    package private(set) var state: SourceState = .loading
    /// The state to return to if a load is canceled; nil while nothing is known.
    private var settled: SourceState.Input?
    private var isBeginning = false
    private var load: Task<Void, Never>?
    /// Whether the current load is forced, or is about to be replaced by a forced one.
    private var isForced = false
    /// The forced load that starts as soon as the current one, canceled to make way for it, has ended.
    private var successor: (any SourceLoader)?
    private var isRetired = false
    private var waiting: [Int: CheckedContinuation<Answer, Never>] = [:]
    private var listeners: [Int: AsyncStream<SourceTransition>.Continuation] = [:]
    private var lastNumber = 0

    /// Creates a model in the loading state.
    package init() {}

    deinit {
        for listener in listeners.values { listener.finish() }
    }

    /// The number of tasks waiting for the current load.
    var waitingCount: Int { waiting.count }

    /// Whether the current load is being canceled with none to follow it.
    var isAbandoned: Bool { load?.isCancelled == true && successor == nil }

    /// Sets the initial state from the local loader.
    ///
    /// If a refresh has started in the meantime, loading continues in the background; if one has ended, the late answer
    /// is dropped.
    package func begin(with loader: any SourceLoader) async {
        guard settled == nil, !isBeginning, load == nil else { return }
        isBeginning = true
        let answer = await Self.answer(of: loader)
        isBeginning = false
        guard settled == nil else { return }
        settle(answer)
        if load != nil { send(.refresh) }
    }

    /// Refreshes the source with a loader.
    ///
    /// If a load is in progress, this waits for its answer instead; a forced refresh replaces an unforced load, and
    /// tasks waiting for that one get the answer of the forced one.
    ///
    /// When all waiting tasks are canceled, so is the load, and the previous state is restored.
    ///
    /// - Returns: The answer of the load.
    /// - Throws: The load's error; `.cancelled` if the waiting task is canceled or the source was removed.
    package func refresh(
        with loader: any SourceLoader, isForced: Bool = false, progress listener: ProgressReporter = .silent
    ) async throws(SourceError) -> LoadedSource {
        while isAbandoned { await load?.value }
        if Task.isCancelled || isRetired { throw .cancelled }
        if load == nil {
            start(loader, isForced: isForced)
        } else if isForced, !self.isForced {
            self.isForced = true
            successor = loader
            load?.cancel()
        }
        lastNumber += 1
        let number = lastNumber
        progress.add(listener, as: number)
        defer { progress.remove(number) }
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { waiting[number] = $0 }
        } onCancel: {
            Task { await self.stopWaiting(number) }
        }
        if Task.isCancelled { throw .cancelled }
        return try answer.get()
    }

    /// Cancels the current load, waits for it to end, and starts no other: the source was removed or changed.
    package func retire() async {
        isRetired = true
        successor = nil
        load?.cancel()
        await load?.value
    }

    /// All transitions from now on, starting with the beginning of the current load if there is one.
    package func transitions() -> AsyncStream<SourceTransition> {
        let (stream, continuation) = AsyncStream.makeStream(of: SourceTransition.self)
        lastNumber += 1
        let number = lastNumber
        listeners[number] = continuation
        if load != nil { continuation.yield(SourceTransition(input: .refresh, state: .loading)) }
        continuation.onTermination = { [weak self] _ in Task { await self?.forget(number) } }
        return stream
    }

    /// Loads outside the actor, which stays free to report its state while a fetcher decodes.
    private func start(_ loader: any SourceLoader, isForced: Bool) {
        send(.refresh)
        self.isForced = isForced
        progress.begin()
        load = Task { @concurrent in await self.end(Self.answer(of: loader)) }
    }

    private func end(_ answer: Answer) {
        load = nil
        if let loader = successor {
            successor = nil
            // If the successor is canceled, the state returns to what was committed before this load was canceled.
            if case .success(let loaded) = answer { settled = .loaded(loaded) }
            return start(loader, isForced: true)
        }
        if answer != .failure(.cancelled) {
            settle(answer)
        } else if let settled {
            send(settled)
        } else if !isBeginning {
            send(.failed(.cancelled))
        }
        for continuation in waiting.values { continuation.resume(returning: answer) }
        waiting = [:]
    }

    private func settle(_ answer: Answer) {
        let input: SourceState.Input =
            switch answer {
            case .success(let loaded): .loaded(loaded)
            case .failure(let error): .failed(error)
            }
        settled = input
        send(input)
    }

    /// Releases a canceled task at once; the last one waits until its load, canceled along with it, has ended.
    private func stopWaiting(_ number: Int) {
        guard waiting[number] != nil else { return }
        if waiting.count == 1 {
            successor = nil
            load?.cancel()
        } else {
            waiting.removeValue(forKey: number)?.resume(returning: .failure(.cancelled))
        }
    }

    private func send(_ input: SourceState.Input) {
        guard let next = state.next(on: input) else { return }
        state = next
        for listener in listeners.values { listener.yield(SourceTransition(input: input, state: next)) }
    }

    private func forget(_ number: Int) {
        listeners[number] = nil
    }

    private static func answer(of loader: any SourceLoader) async -> Answer {
        do throws(SourceError) { return .success(try await loader.load()) } catch { return .failure(error) }
    }
}
