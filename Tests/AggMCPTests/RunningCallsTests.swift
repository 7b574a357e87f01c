import AggSource
import Synchronization
import Testing

@testable import AggMCP

/// Concurrent calls: canceling one of them, and waiting for all of them.
@Suite struct RunningCallsTests {
    /// Waits until it is canceled.
    private static func untilCancelled() async {
        while !Task.isCancelled { await Task.yield() }
    }

    @Test(.timeLimit(.minutes(5)))
    func `a client cancels one of its calls`() async {
        let calls = RunningCalls()
        let ended = Mutex<[String]>([])
        #expect(
            calls.start(1) {
                await Self.untilCancelled(); ended.withLock { $0.append("first") }
            })
        #expect(calls.start("1") { ended.withLock { $0.append("second") } })
        #expect(!calls.start(1) {}, "its id is in use")
        calls.cancel(2)
        calls.cancel(1)
        await calls.finish()
        #expect(ended.withLock(\.self).sorted() == ["first", "second"])
        #expect(calls.start(1) {}, "its id is free again")
        await calls.finish()
    }

    @Test(.timeLimit(.minutes(5)))
    func `waits for calls until the wait is cancelled, which cancels them`() async {
        let calls = RunningCalls()
        #expect(calls.start(1) { await Self.untilCancelled() })
        let wait = Task { await calls.finish() }
        wait.cancel()
        await wait.value
    }
}
