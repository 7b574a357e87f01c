import AggCore
import Foundation
import FoundationNetworking
import Synchronization

/// One request on its way to one host: keeps its content, its limits and its time, and ends exactly once.
final class Transfer: Sendable {
    typealias Outcome = Result<HTTPResponse, TransferFailure>

    private struct State {
        var continuation: CheckedContinuation<Outcome, Never>?
        var outcome: Outcome?
        var task: URLSessionTask?
        var head: AnswerHead?
        var spool: SpoolFile?
        var received = 0
        var lastByte: ContinuousClock.Instant
        var lastReport: ContinuousClock.Instant
    }

    private let url: URL
    private let request: URLRequest
    private let host: Host
    private let maxBody: Int
    private let timetable: Timetable
    private let progress: ProgressReporter
    private let state: Mutex<State>

    init(
        _ request: URLRequest, url: URL, host: Host, limits: NetworkLimits, timeLeft: Duration,
        progress: ProgressReporter
    ) {
        self.url = url
        self.request = request
        self.host = host
        maxBody = limits.maxBody
        timetable = Timetable(limits, timeLeft: timeLeft, origin: host.origin)
        self.progress = progress
        state = Mutex(State(lastByte: timetable.start, lastReport: timetable.start))
    }

    /// Sends the request and waits for the end, whatever it is; a cancelled task ends the transfer at once.
    func run() async -> Outcome {
        await withTaskGroup(of: Void.self, returning: Outcome.self) { group in
            group.addTask { await self.keepTime() }
            defer { group.cancelAll() }
            return await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let ended = state.withLock { state in
                        if state.outcome == nil { state.continuation = continuation }
                        return state.outcome
                    }
                    if let ended {
                        continuation.resume(returning: ended)
                    } else {
                        host.start(request, for: self)
                    }
                }
            } onCancel: {
                stop(.cancelled)
            }
        }
    }

    /// Takes the task that carries the request; false when the transfer has already ended.
    func attach(_ task: URLSessionTask) -> Bool {
        state.withLock { state in
            guard state.outcome == nil else { return false }
            state.task = task
            return true
        }
    }

    /// Takes the head of the answer.
    func receive(_ head: AnswerHead) {
        state.withLock { state in
            state.head = head
            state.lastByte = .now
        }
        if let announced = head.announced, announced > maxBody { stop(.tooLarge(limit: maxBody)) }
    }

    /// Takes the head once more at the end: of a redirect without a location the session tells no earlier.
    func complete(_ head: AnswerHead) {
        state.withLock { state in
            if state.head == nil { state.head = head }
        }
    }

    /// Takes a piece of the content, inflated.
    func receive(_ data: Data) {
        var news: LoadProgress?
        do throws(SourceError) {
            news = try state.withLock { state throws(SourceError) -> LoadProgress? in
                guard state.outcome == nil else { return nil }
                guard data.count <= maxBody - state.received else { throw .tooLarge(limit: maxBody) }
                if state.spool == nil { state.spool = try SpoolFile() }
                try state.spool?.append(data)
                state.received += data.count
                state.lastByte = .now
                // Ten times a second is often enough for a person, and the end is told by `finish`.
                guard state.lastByte - state.lastReport >= .milliseconds(100) else { return nil }
                state.lastReport = state.lastByte
                return .bytes(received: state.received, expected: state.head?.expected)
            }
        } catch {
            stop(error)
        }
        if let news { progress.report(news) }
    }

    /// Takes the end of the task.
    func finish(_ failure: (any Error)?) {
        let (head, spool, received) = state.withLock { ($0.head, $0.spool, $0.received) }
        if let failure {
            settle(.failure(TransferFailure(failure, from: host.origin, head: head, received: received)))
        } else if let head {
            if received > 0 { progress.report(.bytes(received: received, expected: head.expected ?? received)) }
            let body = spool?.body(count: received) ?? HTTPBody([])
            settle(.success(HTTPResponse(url: url, status: head.status, headers: head.headers, body: body)))
        } else {
            settle(.failure(TransferFailure(.invalidData("in the answer: it is not HTTP"))))
        }
    }

    private func stop(_ error: SourceError) {
        if let task = settle(.failure(TransferFailure(error))) { host.cancel(task) }
    }

    /// Ends the transfer, unless it has ended; returns the task where this call ended it.
    @discardableResult
    private func settle(_ outcome: Outcome) -> URLSessionTask? {
        let (continuation, task) = state.withLock { state in
            guard state.outcome == nil else {
                return (nil as CheckedContinuation<Outcome, Never>?, nil as URLSessionTask?)
            }
            state.outcome = outcome
            defer {
                state.continuation = nil
                state.task = nil
                state.spool = nil
            }
            return (state.continuation, state.task)
        }
        continuation?.resume(returning: outcome)
        return task
    }

    /// Ends the transfer when its time is up.
    private func keepTime() async {
        while !Task.isCancelled {
            let (hasHead, lastByte, received) = state.withLock { ($0.head != nil, $0.lastByte, $0.received) }
            let due = timetable.next(hasHead: hasHead, lastByte: lastByte, received: received)
            guard due.instant > .now else { return stop(due.error) }
            // The head may bring the next instant nearer, to what is left of the idle time.
            try? await Task.sleep(until: min(due.instant, .now + timetable.idle), clock: .continuous)
        }
    }
}
