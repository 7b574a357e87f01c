import AggSource
import CCurl
import Deflate
import Foundation
import Synchronization

/// One request to one host: holds its content, its limits, and its time, and ends exactly once.
final class Transfer: Sendable {
    typealias Outcome = Result<HTTPResponse, TransferFailure>

    private struct State {
        var continuation: CheckedContinuation<Outcome, Never>?
        var isOver = false
        /// The outcome, if it came before anyone waited for it: an error, since nothing has been requested yet.
        var earlyOutcome: Outcome?
        var reader = HeadReader()
        var head: AnswerHead?
        /// Decompresses the content if it is compressed and any of it has arrived.
        var inflater: Inflater?
        var spool: SpoolFile?
        /// The number of decompressed bytes so far.
        var received = 0
        var lastByte: ContinuousClock.Instant
        var lastReport: ContinuousClock.Instant

        /// Stores a piece of content as it came from the host.
        mutating func take(_ piece: UnsafeRawBufferPointer, maxBody: Int) throws(SourceError) {
            if let encoding = head?.unknownEncoding {
                throw .invalidData("in the response: it has the encoding “\(encoding)”, which agg did not ask for")
            }
            guard let format = head?.compression else { return try store(piece, maxBody: maxBody) }
            let inflater = inflater ?? Inflater(format)
            self.inflater = inflater
            inflater.add(Array(piece))
            while true {
                let part: [UInt8]
                do throws(Inflater.Fault) { part = try inflater.next() } catch {
                    switch error {
                    case .noLibrary:
                        throw .unreadable(
                            "the response: it is compressed, and libz.so.1 is missing; install it (Debian: zlib1g)")
                    case .corrupt:
                        throw .invalidData("in the response: corrupt compressed data after \(ByteCount.text(received))")
                    }
                }
                if part.isEmpty { return }
                try store(part, maxBody: maxBody)
            }
        }

        private mutating func store(_ part: UnsafeRawBufferPointer, maxBody: Int) throws(SourceError) {
            guard part.count <= maxBody - received else { throw Transfer.tooLarge(maxBody) }
            if spool == nil { spool = try SpoolFile() }
            try spool?.append(part)
            received += part.count
        }

        private mutating func store(_ part: [UInt8], maxBody: Int) throws(SourceError) {
            try part.withUnsafeBufferPointer { bytes throws(SourceError) in
                try store(UnsafeRawBufferPointer(bytes), maxBody: maxBody)
            }
        }
    }

    let url: URL
    let headers: [(name: String, value: String)]
    let asksForHeadOnly: Bool
    /// The text to send; nil if there is none.
    let content: String?
    /// The port at which to refuse a connection to this machine; nil to allow one.
    let refusedPort: Int?
    private let host: Host
    private let maxBody: Int
    private let timetable: Timetable
    private let progress: ProgressReporter
    private let state: Mutex<State>

    init(
        _ headers: [(name: String, value: String)], url: URL, host: Host, limits: NetworkLimits, timeLeft: Duration,
        request: HTTPRequest? = nil, progress: ProgressReporter
    ) {
        self.url = url
        asksForHeadOnly = request?.asksForHeadOnly ?? false
        content = request?.content
        refusedPort = request?.refusesLoopback == true ? host.origin.port : nil
        self.headers = headers
        self.host = host
        maxBody = limits.maxBody
        timetable = Timetable(limits, timeLeft: timeLeft, origin: host.origin)
        self.progress = progress
        state = Mutex(State(lastByte: timetable.start, lastReport: timetable.start))
    }

    /// Sends the request and waits for the outcome; cancelling the task ends the transfer at once.
    func run() async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ended = state.withLock { state in
                    if state.earlyOutcome == nil { state.continuation = continuation }
                    return state.earlyOutcome
                }
                if let ended {
                    continuation.resume(returning: ended)
                } else {
                    host.start(self)
                }
            }
        } onCancel: {
            stop(.cancelled)
            host.lookAgain()
        }
    }

    /// When to check the transfer next.
    var due: ContinuousClock.Instant { nextDue.instant }

    /// Whether the transfer has ended, ending it if its time is up.
    func isOver(_ now: ContinuousClock.Instant) -> Bool {
        let due = nextDue
        if due.instant <= now { stop(due.error) }
        return state.withLock { $0.isOver }
    }

    private var nextDue: Timetable.Due {
        let (hasHead, lastByte, received) = state.withLock { ($0.head != nil, $0.lastByte, $0.received) }
        return timetable.next(hasHead: hasHead, lastByte: lastByte, received: received)
    }

    /// Handles a header line; false if the transfer should stop.
    func receive(headerLine line: String) -> Bool {
        let announced = state.withLock { state in
            if let head = state.reader.take(line) {
                state.head = head
                state.lastByte = .now
            }
            return state.head?.announced
        }
        if let announced, announced > maxBody, !asksForHeadOnly { stop(Self.tooLarge(maxBody)) }
        return goesOn
    }

    /// Handles a piece of content; false if the transfer should stop.
    func receive(_ piece: UnsafeRawBufferPointer) -> Bool {
        var news: LoadProgress?
        do throws(SourceError) {
            news = try state.withLock { state throws(SourceError) -> LoadProgress? in
                guard !state.isOver else { return nil }
                try state.take(piece, maxBody: maxBody)
                state.lastByte = .now
                // Ten times a second is enough for people, and `finish` reports the end.
                guard state.lastByte - state.lastReport >= .milliseconds(100) else { return nil }
                state.lastReport = state.lastByte
                return .bytes(received: state.received, expected: state.head?.expected)
            }
        } catch {
            stop(error)
        }
        if let news { progress.report(news) }
        return goesOn
    }

    private static func tooLarge(_ maxBody: Int) -> SourceError {
        .tooLarge(limit: maxBody, setting: "network.max_body")
    }

    private var goesOn: Bool { state.withLock { !$0.isOver } }

    /// Handles the end of the transfer.
    func finish(_ end: TransferEnd) {
        let (isOver, head, spool, received, isCut) = state.withLock {
            ($0.isOver, $0.head, $0.spool, $0.received, $0.inflater?.isWhole == false)
        }
        guard !isOver else { return }
        if received > 0 { progress.report(.bytes(received: received, expected: head?.expected ?? received)) }
        guard end.code == CURLE_OK else {
            return settle(.failure(TransferFailure(end, from: host.origin, head: head, received: received)))
        }
        guard let head else {
            return stop(.invalidData("in the response: the connection closed before the end of the header"))
        }
        guard !isCut else {
            return stop(
                .invalidData("in the response: the compressed data is cut off after \(ByteCount.text(received))"))
        }
        let body = spool?.body(count: received) ?? HTTPBody([])
        settle(.success(HTTPResponse(url: url, status: head.status, headers: head.headers, body: body)))
    }

    /// Ends the transfer with an error, unless it has already ended.
    func stop(_ error: SourceError) {
        settle(.failure(TransferFailure(error)))
    }

    /// Ends the transfer, unless it has already ended.
    private func settle(_ outcome: Outcome) {
        let continuation = state.withLock { state in
            guard !state.isOver else { return nil as CheckedContinuation<Outcome, Never>? }
            state.isOver = true
            if state.continuation == nil { state.earlyOutcome = outcome }
            defer {
                state.continuation = nil
                state.spool = nil
            }
            return state.continuation
        }
        continuation?.resume(returning: outcome)
    }
}
