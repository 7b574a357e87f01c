import AggSearch
import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

@testable import AggHTTP

struct RetryTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// Sends a request to a server with a list of responses, and returns the sleeps and reports too.
    private func run(
        _ answers: [LoopbackResponse], retry: RetryPolicy = .standard, maxWait: Duration = .seconds(60)
    ) async throws -> (answer: HTTPResponse, slept: [Duration], said: [LoadProgress], asked: Int) {
        let server = try await LoopbackServer.start(answers: ["/": answers])
        let slept = Recorder<Duration>()
        let said = Recorder<LoadProgress>()
        let instant = now
        let client = testClient(
            limits { $0.maxWait = maxWait }, clock: WallClock { instant },
            pacing: Pacing(random: { 0.5 }, sleep: { slept.append($0) }))
        let answer = try await client.send(
            HTTPRequest(server.url("/"), retry: retry), progress: ProgressReporter { said.append($0) })
        let waits = said.all.filter { if case .waiting = $0 { true } else { false } }
            .map { $0.naming("127.0.0.1:\(server.port)") }
        return (answer, slept.all, waits, await server.requests.count)
    }

    @Test func `retries after a temporary failure, reports it, and waits longer each time`() async throws {
        let result = try await run([LoopbackResponse(status: 503), LoopbackResponse(status: 502), .json("[]")])
        #expect(result.answer.status == 200)
        #expect(result.slept == [.milliseconds(125), .milliseconds(250)])
        #expect(
            result.said == [
                .waiting(reason: "HTTP 503 from HOST", seconds: 1), .waiting(reason: "HTTP 502 from HOST", seconds: 1),
            ])
    }

    @Test func `returns the last response when no attempts are left`() async throws {
        let result = try await run([LoopbackResponse(status: 503, "down")])
        #expect(result.answer.status == 503)
        #expect(try result.answer.text == "down")
        #expect(result.asked == 3)
    }

    @Test func `retries after redirects, and counts the retries of all of them together`() async throws {
        let server = try await LoopbackServer.start(answers: [
            "/": [.redirect(to: "/a")], "/a": [LoopbackResponse(status: 503), .redirect(to: "/b")],
            "/b": [.redirect(to: "/c")], "/c": [LoopbackResponse(status: 503)],
        ])
        #expect(try await testClient().get(server.url("/"), retry: .standard).status == 503)
        #expect(await server.requests.map(\.path) == ["/", "/a", "/a", "/b", "/c", "/c"])
    }

    @Test(arguments: ["7", "Fri, 15 Jan 2027 08:00:07 GMT"])
    func `waits as long as the server requests`(_ retryAfter: String) async throws {
        let result = try await run([LoopbackResponse(status: 429, headers: ["Retry-After": retryAfter]), .json("[]")])
        #expect(result.answer.status == 200)
        #expect(result.slept == [.seconds(7)])
        #expect(result.said == [.waiting(reason: "rate limited by HOST", seconds: 7)])
    }

    @Test func `does not wait beyond the limit, and returns the response with the time`() async throws {
        let result = try await run(
            [LoopbackResponse(status: 429, headers: ["Retry-After": "61"]), .json("[]")], maxWait: .seconds(60))
        #expect(result.asked == 1)
        #expect(result.slept.isEmpty)
        let (answer, now) = (result.answer, now)
        #expect(throws: SourceError.rateLimited(until: now.addingTimeInterval(61))) {
            try answer.requireSuccess(now: now)
        }
    }

    @Test(arguments: [200, 304, 400, 401, 403, 404, 500])
    func `does not retry a status that the policy does not include`(_ status: Int) async throws {
        let result = try await run([LoopbackResponse(status: status)])
        #expect(result.answer.status == status)
        #expect(result.asked == 1)
    }

    @Test func `retries a status that the request includes`() async throws {
        let policy = RetryPolicy(statuses: [403], attempts: 2, firstDelay: .seconds(10))
        let result = try await run([LoopbackResponse(status: 403), .json("[]")], retry: policy)
        #expect(result.answer.status == 200)
        #expect(result.slept == [.seconds(5)])
    }

    @Test(arguments: [RawAnswer([.reset]), RawAnswer([])])
    func `retries if the connection breaks before a response`(_ broken: RawAnswer) async throws {
        let server = try RawLoopbackServer.start(broken, [.head(200, "Content-Length: 2"), .text("ok")])
        #expect(try await testClient().get(server.url(), retry: .standard).text == "ok")
    }

    @Test func `does not retry if the connection breaks within a response`() async throws {
        let server = try RawLoopbackServer.start(
            [.head(200, "Content-Length: 20"), .text("ok")], [.head(200, "Content-Length: 2"), .text("ok")])
        #expect(await testClient().failure(server.url(), retry: .standard)?.code == "invalid_data")
        #expect(server.requests.count == 1)
    }

    @Test func `cancellation ends the wait`() async throws {
        let server = try await LoopbackServer.start { _ in
            LoopbackResponse(status: 503, headers: ["Retry-After": "50"])
        }
        let client = testClient(pacing: Pacing(random: { 1 }, sleep: { try await Task.sleep(for: $0) }))
        let task = Task { await client.failure(server.url("/"), retry: .standard) }
        #expect(try await eventually { await server.requests.count == 1 })
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    @Test(
        arguments: [
            (1, nil, 1.0, 250), (2, nil, 1.0, 500), (3, nil, 1.0, 1_000), (9, nil, 1.0, 2_000), (3, nil, 0.0, 0),
            (1, 0, 1.0, 0), (1, -30, 1.0, 0), (1, 2, 0.0, 2_000), (1, 2.5, 0.0, nil), (10, nil, 1.0, nil),
        ] as [(Int, Double?, Double, Int?)])
    func `calculates the wait from the attempt and the server's time`(
        _ attempt: Int, _ retryAfter: Double?, _ random: Double, _ milliseconds: Int?
    ) {
        let policy = RetryPolicy(statuses: [503], attempts: 10, firstDelay: .milliseconds(250))
        let wait = RetrySchedule(policy: policy, maxWait: .seconds(2)).wait(
            after: attempt, retryAfter: retryAfter.map { now.addingTimeInterval($0) }, now: now, random: random)
        #expect(wait == milliseconds.map { .milliseconds($0) })
    }
}

extension LoadProgress {
    /// Returns the step with HOST in place of its host.
    fileprivate func naming(_ host: String) -> LoadProgress {
        guard case .waiting(let reason, let seconds) = self else { return self }
        return .waiting(reason: reason.replacing(host, with: "HOST"), seconds: seconds)
    }
}
