import Synchronization

/// The refreshes requested by the page, which continue after the request has ended.
final class Refreshes: Sendable {
    private let running = Mutex<[String: Int]>([:])
    private let pulse: Duration
    private let requests: AsyncStream<RefreshStream>
    private let continuation: AsyncStream<RefreshStream>.Continuation

    /// Creates an empty list; `pulse` is the time between the lines that show that a refresh is still running.
    init(pulse: Duration = .seconds(10)) {
        self.pulse = pulse
        (requests, continuation) = AsyncStream.makeStream(
            of: RefreshStream.self, bufferingPolicy: .bufferingNewest(64))
    }

    /// The ids of the sources that are being refreshed.
    var current: Set<String> { running.withLock { Set($0.keys) } }

    /// Requests a refresh.
    func begin(_ ids: [String]) -> RefreshStream {
        let refresh = RefreshStream(ids, pulse: pulse)
        running.withLock { running in for id in ids { running[id, default: 0] += 1 } }
        // If there are too many at once, the oldest is dropped.
        if case .dropped(let oldest) = continuation.yield(refresh) { end(oldest, with: "") }
        return refresh
    }

    /// Runs the requested refreshes until the task is canceled.
    func run(with backend: Backend) async {
        await withDiscardingTaskGroup { group in
            for await refresh in requests {
                group.addTask { self.end(refresh, with: await refresh.run(with: backend)) }
            }
            group.cancelAll()
        }
    }

    /// Notes that a refresh has ended, before its result is sent: the page then asks which sources are being refreshed.
    private func end(_ refresh: RefreshStream, with result: String) {
        running.withLock { running in
            for id in refresh.ids { running[id] = running[id].flatMap { $0 > 1 ? $0 - 1 : nil } }
        }
        refresh.finish(with: result)
    }
}
