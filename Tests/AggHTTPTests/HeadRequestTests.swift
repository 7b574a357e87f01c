import AggHTTP
import AggSource
import AggTesting
import Foundation
import Testing

/// Requests for only the header of a response.
struct HeadRequestTests {
    private func head(_ url: URL, _ limits: NetworkLimits = wideLimits) async throws -> HTTPResponse {
        var request = HTTPRequest(url, retry: .none)
        request.asksForHeadOnly = true
        return try await testClient(limits).send(request, progress: .silent)
    }

    @Test func `returns the status and fields without a body, regardless of its length`() async throws {
        let server = try RawLoopbackServer.start([.head(200, "Content-Length: 9999999999", "Date: now", "X-A: b")])
        let response = try await head(server.url("/big"), limits { $0.maxBody = 1 << 20 })
        #expect(response.status == 200)
        #expect(response.headers["X-A"] == "b")
        #expect(response.body.count == 0)
        #expect(server.requests.first?.hasPrefix("HEAD /big HTTP/1.1") == true)
    }

    @Test func `follows redirects`() async throws {
        let server = try await LoopbackServer.start { request in
            request.path == "/old" ? .redirect(to: "/new") : LoopbackResponse(status: 404)
        }
        #expect(try await head(server.url("/old")).status == 404)
    }
}
