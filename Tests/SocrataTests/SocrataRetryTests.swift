import AggHTTP
import AggSource
import AggTesting
import Foundation
import Socrata
import Testing

/// Retries of the portal's responses, over real HTTP.
struct SocrataRetryTests {
    private func ask(_ answers: [LoopbackResponse]) async throws -> (status: Int, requests: Int) {
        let server = try await LoopbackServer.start(answers: ["/resource/abcd-1234.json": answers])
        defer { Task { await server.stop() } }
        let portal = SocrataPortal(endpoint: server.url(""))
        let url = portal.rows(of: "abcd-1234", SocrataQuery(page: .init(limit: 10)))
        let client = CurlHTTPClient(
            limits: NetworkLimits(), userAgent: "test",
            pacing: Pacing(random: { 0 }, sleep: { _ in try Task.checkCancellation() }))
        let answer = try await client.send(portal.request(url), progress: .silent)
        return (answer.status, await server.requests.count)
    }

    @Test func `waits while the portal prepares the response`() async throws {
        let result = try await ask([LoopbackResponse(status: 202), LoopbackResponse(status: 202), .json("[]")])
        #expect(result.status == 200)
        #expect(result.requests == 3)
    }

    @Test func `waits as long as a busy portal requests, in seconds or until a date`() async throws {
        let date = HTTPDate.text(Date().addingTimeInterval(2))
        let result = try await ask([
            LoopbackResponse(status: 429, headers: ["Retry-After": "1"]),
            LoopbackResponse(status: 429, headers: ["Retry-After": date]), .json("[]"),
        ])
        #expect(result.status == 200)
        #expect(result.requests == 3)
    }

    @Test func `gives up after four attempts`() async throws {
        let result = try await ask([LoopbackResponse(status: 503)])
        #expect(result.status == 503)
        #expect(result.requests == 4)
    }
}
