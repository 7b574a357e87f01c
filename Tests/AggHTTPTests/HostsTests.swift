import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

@testable import AggHTTP

/// The limit on the number of hosts contacted at once.
@Suite(.timeLimit(.minutes(5))) struct HostsTests {
    private let origins: [HTTPOrigin]

    init() throws {
        let addresses = try (0...4).map { try #require(URL(string: "http://host\($0).example")) }
        origins = try addresses.map { try #require(HTTPOrigin($0)) }
    }

    @Test func `a waiting host gets the place of an unused one`() async throws {
        let hosts = Hosts(limit: 2)
        let first = try await hosts.host(origins[1])
        let second = try await hosts.host(origins[2])
        let third = Task { try await hosts.host(origins[3]) }
        #expect(try await eventually { hosts.queueLength == 1 })
        #expect(hosts.count == 2)
        hosts.release(first)
        let other = try await third.value
        #expect(hosts.count == 2)
        #expect(hosts.known(origins[1]) == nil && hosts.known(origins[3]) === other)
        hosts.release(second)
        hosts.release(other)
        #expect(hosts.count == 2, "both stay in contact")
    }

    @Test func `the least recently used host gives up its place`() async throws {
        let hosts = Hosts(limit: 3)
        for number in [1, 2, 3, 1] { hosts.release(try await hosts.host(origins[number])) }
        hosts.release(try await hosts.host(origins[4]))
        #expect(hosts.known(origins[2]) == nil)
        #expect([1, 3, 4].allSatisfy { hosts.known(origins[$0]) != nil })
    }

    @Test func `a request to a host in use does not wait for a place`() async throws {
        let hosts = Hosts(limit: 1)
        let first = try await hosts.host(origins[1])
        let waiting = Task { try await hosts.host(origins[2]) }
        #expect(try await eventually { hosts.queueLength == 1 })
        let again = try await hosts.host(origins[1])
        #expect(again === first)
        hosts.release(again)
        #expect(hosts.queueLength == 1)
        hosts.release(first)
        hosts.release(try await waiting.value)
    }

    @Test func `a cancelled request leaves the queue, and the next one proceeds`() async throws {
        let hosts = Hosts(limit: 1)
        let first = try await hosts.host(origins[1])
        let leaver = Task { try await hosts.host(origins[2]) }
        #expect(try await eventually { hosts.queueLength == 1 })
        let stayer = Task { try await hosts.host(origins[3]) }
        #expect(try await eventually { hosts.queueLength == 2 })
        leaver.cancel()
        await #expect(throws: SourceError.cancelled) { try await leaver.value }
        hosts.release(first)
        hosts.release(try await stayer.value)
        #expect(hosts.queueLength == 0)
    }

    @Test func `contacts a hundred hosts through four places, and gets every response`() async throws {
        let server = try await LoopbackServer.start(onEveryAddress: true) { .json("\"\($0.headers["Host"] ?? "")\"") }
        let client = testClient(hostsAtOnce: 4)
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 1...100 {
                group.addTask {
                    try await client.get(server.url("/", at: "127.0.1.\(number)")).text
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(answers == Set((1...100).map { "\"127.0.1.\($0):\(server.port)\"" }))
        #expect(client.hosts.count <= 4)
        await server.stop()
    }

    @Test(arguments: [
        (64, 1_024, 64), (64, 256, 28), (4, 256, 4), (64, 64, 1), (64, 0, 1), (64, 100_000, 64), (1, 20, 1),
    ])
    func `limits the hosts at once by the limit on open files`(wished: Int, openFiles: Int, expected: Int) {
        #expect(OpenFileLimit.hosts(wished: wished, openFiles: openFiles) == expected)
    }
}
