import AggSource
import Synchronization
import Testing

@testable import AggMCP

extension RunningCalls {
    /// Starts a call without a response.
    fileprivate func start(_ id: JSONValue, _ work: @escaping @Sendable () async -> Void) -> Bool {
        let body: Body = {
            await work()
            return nil
        }
        return start(id, body, reply: { _ in })
    }
}

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
    func `the id of a call is free when its response is sent`() async {
        let calls = RunningCalls()
        let isFree = Mutex<Bool?>(nil)
        let reply: RunningCalls.Reply = { response in
            let isNew = calls.start(7) {}
            isFree.withLock { $0 = response == "done" && isNew }
        }
        let body: RunningCalls.Body = { "done" }
        #expect(calls.start(7, body, reply: reply))
        // It waits for the reply, too.
        await calls.finish()
        #expect(isFree.withLock(\.self) == true)
    }

    @Test(.timeLimit(.minutes(5)))
    func `cancels all calls, and runs neither those that wait nor later ones`() async {
        let calls = RunningCalls()
        let ended = Mutex<[Int64]>([])
        func start(_ id: Int64) -> Bool {
            calls.start(.integer(id)) {
                await Self.untilCancelled()
                ended.withLock { $0.append(id) }
            }
        }
        let ids = 1...Int64(RunningCalls.mostRunning + 2)
        for id in ids { #expect(start(id)) }
        #expect(!start(ids.upperBound), "it waits, so its id is in use")
        // It ends as a canceled call, although no other has ended.
        calls.cancel(.integer(ids.upperBound))
        calls.cancelAll()
        #expect(start(0))
        await calls.finish()
        #expect(ended.withLock(\.self).sorted() == ids.filter { $0 != ids.upperBound - 1 })
    }

    @Test(.timeLimit(.minutes(5)))
    func `runs only a few calls at once`() async {
        let calls = RunningCalls()
        let counts = Mutex((running: 0, most: 0, all: 0))
        for id in 1...Int64(100) {
            let isNew = calls.start(.integer(id)) {
                counts.withLock { counts in
                    counts.running += 1
                    counts.most = max(counts.most, counts.running)
                    counts.all += 1
                }
                for _ in 0..<20 { await Task.yield() }
                counts.withLock { $0.running -= 1 }
            }
            #expect(isNew)
        }
        await calls.finish()
        #expect(counts.withLock { $0.all } == 100)
        #expect(counts.withLock { $0.most } <= RunningCalls.mostRunning)
    }

    @Test(.timeLimit(.minutes(5)))
    func `calls wait while responses are unsent`() async {
        let calls = RunningCalls()
        let isSent = Mutex(false)
        let ranAfter = Mutex<Bool?>(nil)
        for _ in 0..<RunningCalls.mostRunning { calls.noteUnsent() }
        #expect(calls.start(1) { ranAfter.withLock { $0 = isSent.withLock(\.self) } })
        isSent.withLock { $0 = true }
        calls.noteSent()
        await calls.finish()
        #expect(ranAfter.withLock(\.self) == true)
    }

    @Test(.timeLimit(.minutes(5)))
    func `no requests are read while too many have no response`() async {
        let calls = RunningCalls()
        for _ in 0..<RunningCalls.mostOpen { calls.noteUnsent() }
        let isSent = Mutex(false)
        let reading = Task {
            await calls.room()
            return isSent.withLock(\.self)
        }
        isSent.withLock { $0 = true }
        calls.noteSent()
        #expect(await reading.value)
        calls.noteUnsent()
        let ending = Task { await calls.room() }
        calls.cancelAll()
        await ending.value
    }
}
