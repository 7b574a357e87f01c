import AggSource
import AggTesting
import TestSupport
import Testing

struct LimitTests {
    @Test func `gives up on a host that accepts a request but sends nothing`() async throws {
        let server = try RawLoopbackServer.start([.hang])
        #expect(
            await testClient(limits { $0.connectTimeout = .milliseconds(300) }).failure(server.url())
                == .timedOut("127.0.0.1:\(server.port) did not respond within 300 ms; see network.connect_timeout"))
        #expect(try await eventually { server.connections == 0 }, "the connection is closed")
    }

    @Test func `gives up on a host that sends only half of its header`() async throws {
        let server = try RawLoopbackServer.start([.text("HTTP/1.1 200 OK\r\nContent-Ty"), .hang])
        #expect(
            await testClient(limits { $0.connectTimeout = .milliseconds(300) }).failure(server.url())
                == .timedOut("127.0.0.1:\(server.port) did not respond within 300 ms; see network.connect_timeout"))
    }

    @Test func `gives up on a response that stalls`() async throws {
        let server = try RawLoopbackServer.start([.text("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"), .hang])
        #expect(
            await testClient(limits { $0.idleTimeout = .milliseconds(300) }).failure(server.url())
                == .timedOut(
                    "127.0.0.1:\(server.port) sent nothing for 300 ms (4 B received); see network.idle_timeout"))
    }

    @Test func `ends a trickling response at the deadline`() async throws {
        let body = [UInt8](repeating: 32, count: 1_000)
        let server = try RawLoopbackServer.start([
            .head(200, "Content-Length: 1000"), .drip(body, every: .milliseconds(20)),
        ])
        let limits = limits {
            $0.deadline = .milliseconds(500)
            $0.idleTimeout = .milliseconds(20_000)
        }
        guard case .timedOut(let words) = await testClient(limits).failure(server.url()) else {
            Issue.record("it did not time out")
            return
        }
        #expect(words.hasPrefix("127.0.0.1:\(server.port) did not finish within 500 ms ("))
        #expect(words.hasSuffix(" B received); see network.deadline"))
    }

    @Test func `accepts a slow response within the limits`() async throws {
        let server = try RawLoopbackServer.start([
            .pause(.milliseconds(100)), .head(200, "Content-Length: 10"),
            .drip(Array("slow enoug".utf8), every: .milliseconds(20)),
        ])
        #expect(try await testClient().get(server.url()).text == "slow enoug")
    }

    @Test func `rejects an announced length beyond the limit before the content arrives`() async throws {
        let server = try RawLoopbackServer.start([.head(200, "Content-Length: 1001"), .hang])
        let failure = await testClient(limits { $0.maxBody = 1_000 }).failure(server.url())
        #expect(failure == .tooLarge(limit: 1_000, setting: "network.max_body"))
        #expect(try await eventually { server.connections == 0 }, "the connection is closed")
    }

    @Test func `stops content of unknown length at the limit`() async throws {
        let server = try RawLoopbackServer.start([.head(200), .fill(count: 1 << 40)])
        #expect(
            await testClient(limits { $0.maxBody = 100_000 }).failure(server.url())
                == .tooLarge(limit: 100_000, setting: "network.max_body"))
        #expect(try await eventually { server.connections == 0 }, "the connection is closed")
    }

    @Test func `accepts content of exactly the limit`() async throws {
        let server = try RawLoopbackServer.start([.head(200, "Content-Length: 100000"), .fill(count: 100_000)])
        #expect(try await testClient(limits { $0.maxBody = 100_000 }).get(server.url()).body.count == 100_000)
    }

    @Test func `stops a small response that inflates endlessly at the limit`() async throws {
        let bomb = Gzip.bomb(count: 50 << 20)
        #expect(bomb.count < 500_000)
        let server = try RawLoopbackServer.start([
            .head(200, "Content-Encoding: gzip", "Content-Length: \(bomb.count)"), .send(bomb), .hang,
        ])
        #expect(
            await testClient(limits { $0.maxBody = 1 << 20 }).failure(server.url())
                == .tooLarge(limit: 1 << 20, setting: "network.max_body"))
    }
}
