import AggHTTP
import AggSource
import AggTesting
import Foundation
import Testing

/// Requests with a body.
struct PostTests {
    private func post(_ url: URL, _ content: String, refusesLoopback: Bool = false) -> HTTPRequest {
        var request = HTTPRequest(
            url, headers: ["Content-Type": "application/json"], retry: RetryPolicy(statuses: [503], attempts: 3))
        request.content = content
        request.refusesLoopback = refusesLoopback
        return request
    }

    @Test func `sends its content, and sends it again after a failure`() async throws {
        let server = try await LoopbackServer.start(answers: ["/hook": [LoopbackResponse(status: 503), .json("{}")]])
        let text = "{\"title\":\"東京\"}"
        let answer = try await testClient().send(post(server.url("/hook"), text), progress: .silent)
        #expect(answer.status == 200)
        let requests = await server.requests
        #expect(requests.map { String(decoding: $0.body, as: UTF8.self) } == [text, text])
        #expect(requests.first?.headers["Content-Type"] == "application/json")
        await server.stop()
    }

    @Test func `follows no redirect`() async throws {
        let server = try await LoopbackServer.start { _ in .redirect(to: "/other", status: 307) }
        let answer = try await testClient().send(post(server.url("/hook"), "{}"), progress: .silent)
        #expect(answer.status == 307)
        #expect(await server.requests.count == 1)
        await server.stop()
    }

    @Test func `rejects a host that resolves to this machine, on request`() async throws {
        let server = try await LoopbackServer.start { _ in .json("{}") }
        let advice = "if that is intended, use localhost or 127.0.0.1 in the URL"
        await #expect(throws: SourceError.refused("127.0.0.1 resolves to this machine; \(advice)")) {
            try await testClient().send(
                post(server.url("/hook"), "{}", refusesLoopback: true), progress: .silent)
        }
        #expect(await server.requests.isEmpty)
        await server.stop()
    }
}
