package import AggSource
import Synchronization

/// One source's state, and the load in progress.
///
/// It begins in loading; the local loader's answer is its first input.
package actor SourceModel {
    typealias Answer = Result<LoadedSource, SourceError>

    /// Where loaders report their steps: everyone who waits for the load hears them.
    package nonisolated let progress = ProgressRelay()

    /// The state now.
    package private(set) var state: SourceState = .loading
    /// What the state goes back to when a load is cancelled; nil while nothing is known.
    private var settled: SourceState.Input?
    private var isBeginning = false
    private var load: Task<Void, Never>?
    /// Whether the load in progress is a forced one, or is about to be replaced by one.
    private var isForced = false
    /// The forced load that begins as soon as the one in progress, which was cancelled for it, has ended.
    private var successor: (any SourceLoader)?
    private var isRetired = false
    private var waiting: [Int: CheckedContinuation<Answer, Never>] = [:]
    private var listeners: [Int: AsyncStream<SourceTransition>.Continuation] = [:]
    private var lastNumber = 0

    /// Makes a model in loading.
    package init() {}

    deinit {
        for listener in listeners.values { listener.finish() }
    }

    /// How many tasks wait for the load in progress.
    var waitingCount: Int { waiting.count }

    /// Whether a load comes to its end and none follows it.
    var isAbandoned: Bool { load?.isCancelled == true && successor == nil }

    /// Takes in what the local loader says.
    ///
    /// When a refresh has begun meanwhile, loading goes on behind it; when one has ended, the answer is late and dropped.
    package func begin(with loader: any SourceLoader) async {
        guard settled == nil, !isBeginning, load == nil else { return }
        isBeginning = true
        let answer = await Self.answer(of: loader)
        isBeginning = false
        guard settled == nil else { return }
        settle(answer)
        if load != nil { send(.refresh) }
    }

    /// Refreshes with a loader.
    ///
    /// If a load is in progress, its answer is waited for instead; a forced refresh replaces an unforced load, and whoever
    /// waits for that gets the answer of the forced one.
    ///
    /// When every task that waits is cancelled, so is the load; the former state then comes back.
    ///
    /// - Returns: The answer of the load.
    /// - Throws: Its error; `.cancelled` when the waiting task is cancelled or the source was removed.
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

    /// Cancels the load in progress, waits for its end, and begins no other: the source was removed or is another one now.
    package func retire() async {
        isRetired = true
        successor = nil
        load?.cancel()
        await load?.value
    }

    /// The transitions from now on; the beginning of a load in progress comes first.
    package func transitions() -> AsyncStream<SourceTransition> {
        let (stream, continuation) = AsyncStream.makeStream(of: SourceTransition.self)
        lastNumber += 1
        let number = lastNumber
        listeners[number] = continuation
        if load != nil { continuation.yield(SourceTransition(input: .refresh, state: .loading)) }
        continuation.onTermination = { [weak self] _ in Task { await self?.forget(number) } }
        return stream
    }

    /// Loads beside the actor, which stays free to say its state while a fetcher decodes.
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
            // What was committed before the cancel arrived is what a cancelled successor goes back to.
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

    /// Lets a cancelled task go at once; the last one waits until its load, cancelled with it, has ended.
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

/// Passes the steps of a load on to everyone who waits for it; one who comes later first hears the last step.
package final class ProgressRelay: Sendable {
    private struct State {
        var lastStep: LoadProgress?
        var listeners: [Int: ProgressReporter] = [:]
    }

    private let state = Mutex(State())

    /// What the load reports to.
    package var reporter: ProgressReporter { ProgressReporter { [self] in report($0) } }

    /// Forgets the steps of an earlier load.
    func begin() { state.withLock { $0.lastStep = nil } }

    func add(_ listener: ProgressReporter, as number: Int) {
        let step = state.withLock { state in
            state.listeners[number] = listener
            return state.lastStep
        }
        if let step { listener.report(step) }
    }

    func remove(_ number: Int) { state.withLock { $0.listeners[number] = nil } }

    private func report(_ step: LoadProgress) {
        let listeners = state.withLock { state in
            state.lastStep = step
            return state.listeners
        }
        for listener in listeners.values { listener.report(step) }
    }
}
