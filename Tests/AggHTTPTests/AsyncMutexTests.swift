import AggSource
import AggTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AggHTTP

struct AsyncMutexTests {
    @Test func `grants the lock in the order of arrival`() async throws {
        let mutex = AsyncMutex()
        let order = Recorder<Int>()
        try await mutex.lock()
        var tasks: [Task<Void, any Error>] = []
        for number in 0..<5 {
            tasks.append(
                Task {
                    try await mutex.lock()
                    order.append(number)
                    mutex.unlock()
                })
            #expect(try await eventually { mutex.queueLength == number + 1 })
        }
        mutex.unlock()
        for task in tasks { try await task.value }
        #expect(order.all == [0, 1, 2, 3, 4])
        #expect(mutex.queueLength == 0)
    }

    @Test func `a cancelled task leaves the queue, and the next one gets the lock`() async throws {
        let mutex = AsyncMutex()
        try await mutex.lock()
        let leaver = Task { try await mutex.lock() }
        #expect(try await eventually { mutex.queueLength == 1 })
        let stayer = Task { try await mutex.lock() }
        #expect(try await eventually { mutex.queueLength == 2 })
        leaver.cancel()
        await #expect(throws: SourceError.cancelled) { try await leaver.value }
        mutex.unlock()
        try await stayer.value
        mutex.unlock()
        try await mutex.lock()
    }

    @Test func `a task that is already cancelled does not take the lock`() async throws {
        let mutex = AsyncMutex()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await mutex.lock()
        }
        task.cancel()
        await #expect(throws: SourceError.cancelled) { try await task.value }
        try await mutex.lock()
    }

    @Test func `several tasks can hold the lock, and the limit can be lowered`() async throws {
        let mutex = AsyncMutex(limit: 3)
        for _ in 0..<3 { try await mutex.lock() }
        let fourth = Task { try await mutex.lock() }
        #expect(try await eventually { mutex.queueLength == 1 })
        mutex.narrow(to: 2)
        mutex.narrow(to: 5)
        mutex.unlock()
        #expect(mutex.queueLength == 1, "two hold it, which is all there may be")
        mutex.unlock()
        try await fourth.value
        let fifth = Task { try await mutex.lock() }
        #expect(try await eventually { mutex.queueLength == 1 })
        mutex.unlock()
        try await fifth.value
    }

    @Test(arguments: [([4], 4), ([1], 1), ([4, 4, 1], 1), ([2, 4], 2)])
    func `sends a host as many requests at once as the strictest limit allows`(limits: [Int], most: Int) async throws {
        let running = Mutex((now: 0, most: 0))
        let server = try await LoopbackServer.start { request in
            if request.path == "/first" { return .json("[]") }
            running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            // Waits until all requests that may arrive are here.
            for _ in 0..<200 where running.withLock({ $0.now }) < most { Thread.sleep(forTimeInterval: 0.01) }
            Thread.sleep(forTimeInterval: 0.02)
            running.withLock { $0.now -= 1 }
            return .json("[]")
        }
        let client = testClient()
        // The host learns of all limits before the requests start.
        for limit in limits { try await client.get(server.url("/first"), atOnce: limit) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<12 {
                group.addTask { try await client.get(server.url("/\(number)"), atOnce: limits[number % limits.count]) }
            }
            try await group.waitForAll()
        }
        #expect(running.withLock { $0.most } == most)
        #expect(server.mostConnections <= max(most, 1))
    }

    @Test func `sends requests to different ports concurrently`() async throws {
        let arrivals = Recorder<Int>()
        // Each server responds only after both have a request: sending them in turn would never end.
        let meet: LoopbackServer.Handler = { _ in
            arrivals.append(1)
            while arrivals.all.count < 2 { Thread.sleep(forTimeInterval: 0.001) }
            return LoopbackResponse("met \(arrivals.all.count)")
        }
        let (left, right) = (try await LoopbackServer.start(meet), try await LoopbackServer.start(meet))
        let client = testClient()
        async let first = client.get(left.url("/")).text
        async let second = client.get(right.url("/")).text
        #expect(try await [first, second] == ["met 2", "met 2"])
    }

    @Test func `a hanging host delays its own next request but no other host`() async throws {
        let hanging = try RawLoopbackServer.start([.hang], [.head(200, "Content-Length: 2"), .text("ok")])
        let other = try await LoopbackServer.start { _ in .json("[]") }
        let client = testClient()
        let first = Task { await client.failure(hanging.url(), atOnce: 1) }
        #expect(try await eventually { hanging.requests.count == 1 })
        let origin = try #require(HTTPOrigin(hanging.url()))
        async let second = client.get(hanging.url(), atOnce: 1).text
        #expect(try await eventually { client.hosts.known(origin)?.mutex.queueLength == 1 })
        #expect(try await client.get(other.url("/")).status == 200)
        #expect(hanging.requests.count == 1)
        first.cancel()
        #expect(await first.value == .cancelled)
        #expect(try await second == "ok")
    }

    @Test func `an abandoned request lets the next one proceed`() async throws {
        let server = try RawLoopbackServer.start(
            [.hang], .text("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
        let hasty = limits { $0.connectTimeout = .milliseconds(300) }
        let client = testClient(hasty)
        #expect(await client.failure(server.url())?.code == "timed_out")
        let origin = try #require(HTTPOrigin(server.url()))
        let host = try #require(client.hosts.known(origin))
        #expect(host.mutex.queueLength == 0)
        try await host.mutex.lock()
    }
}
