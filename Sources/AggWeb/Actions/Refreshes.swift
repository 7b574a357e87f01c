import Synchronization

/// The refreshes requested by the page, which continue after the request has ended.
final class Refreshes: Sendable {
    private let running = Mutex<[String: Int]>([:])
    private let continuation: AsyncStream<[String]>.Continuation
    /// The sources to refresh, as requests arrive.
    let requests: AsyncStream<[String]>

    init() {
        (requests, continuation) = AsyncStream.makeStream(of: [String].self, bufferingPolicy: .bufferingNewest(64))
    }

    /// The ids of the sources that are being refreshed.
    var current: Set<String> { running.withLock { Set($0.keys) } }

    /// Requests a refresh.
    func begin(_ ids: [String]) {
        running.withLock { running in for id in ids { running[id, default: 0] += 1 } }
        // If there are too many at once, the oldest is dropped.
        if case .dropped(let ids) = continuation.yield(ids) { end(ids) }
    }

    /// Notes that a refresh has ended.
    func end(_ ids: [String]) {
        running.withLock { running in
            for id in ids { running[id] = running[id].flatMap { $0 > 1 ? $0 - 1 : nil } }
        }
    }
}
