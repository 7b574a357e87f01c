import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

struct CancellationTests {
    /// The state of a request when it is canceled.
    private static let answers: [RawAnswer] = [
        [.hang],
        [.head(200, "Content-Length: 1000000"), .text("some"), .hang],
        [.head(200), .fill(count: 1 << 40)],
    ]

    @Test(arguments: answers.indices)
    func `cancellation ends a request that would never end, and its connection`(_ index: Int) async throws {
        let server = try RawLoopbackServer.start(Self.answers[index])
        let client = testClient(limits { $0.maxBody = 1 << 40 })
        let task = Task { await client.failure(server.url()) }
        #expect(try await eventually { server.requests.count == 1 })
        try await Task.sleep(for: .milliseconds(50))
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(try await eventually { server.connections == 0 }, "the connection is closed")
    }

    @Test func `a cancelled request lets the next one to its host proceed`() async throws {
        let server = try RawLoopbackServer.start([.hang], [.head(200, "Content-Length: 2"), .text("ok")])
        let client = testClient()
        let first = Task { await client.failure(server.url(), atOnce: 1) }
        #expect(try await eventually { server.requests.count == 1 })
        async let second = client.get(server.url(), atOnce: 1).text
        first.cancel()
        #expect(await first.value == .cancelled)
        #expect(try await second == "ok")
    }

    @Test func `a task that is already cancelled sends nothing`() async throws {
        let server = try await LoopbackServer.start { _ in .json("[]") }
        let client = testClient()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await client.failure(server.url("/"))
        }
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(await server.requests.isEmpty)
    }

    @Test func `requests cancelled between two redirects leave nothing behind`() async throws {
        let server = try await LoopbackServer.start { request in
            .redirect(to: "/\((Int(request.path.dropFirst()) ?? 0) + 1)")
        }
        let client = testClient()
        for step in 0..<50 {
            let task = Task { await client.failure(server.url("/0")) }
            try await Task.sleep(for: .microseconds(step * 60))
            task.cancel()
            let failure = await task.value
            #expect(failure == .cancelled || failure == .refused("more than 10 redirects"))
        }
    }

    @Test func `a hundred requests cancelled at any moment leave nothing behind`() async throws {
        let server = try await LoopbackServer.start { _ in
            LoopbackResponse(body: [UInt8](repeating: 1, count: 200_000))
        }
        let client = testClient()
        for step in 0..<100 {
            let task = Task { await client.failure(server.url("/")) }
            try await Task.sleep(for: .microseconds(step * 40))
            task.cancel()
            let failure = await task.value
            #expect(failure == nil || failure == .cancelled)
        }
        #expect(try await client.get(server.url("/")).body.count == 200_000)
    }
}
