import AggSource
import AggTesting
import Testing

struct ConditionalRequestTests {
    private func server() async throws -> LoopbackServer {
        try await LoopbackServer.start { request in
            let headers: HTTPHeaders = ["ETag": "W/\"7\"", "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"]
            let isHeld =
                request.headers["If-None-Match"] == "W/\"7\""
                || request.headers["If-Modified-Since"] == "Sun, 06 Nov 1994 08:49:37 GMT"
            return isHeld ? LoopbackResponse(status: 304, headers: headers) : LoopbackResponse(headers: headers, "rows")
        }
    }

    @Test(arguments: [
        Validators(entityTag: "W/\"7\"", lastModified: nil),
        Validators(entityTag: nil, lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"),
        Validators(entityTag: "W/\"7\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"),
    ])
    func `passes a 304 through without content but with its validators`(_ validators: Validators?) async throws {
        let server = try await server()
        let answer = try await testClient().get(server.url("/"), validators: validators)
        #expect(answer.isNotModified)
        #expect(answer.body.count == 0)
        #expect(Validators(answer.headers)?.entityTag == "W/\"7\"")
    }

    @Test func `gets the content if the validators are out of date or missing`() async throws {
        let server = try await server()
        let client = testClient()
        #expect(try await client.get(server.url("/")).text == "rows")
        let old = Validators(entityTag: "W/\"6\"", lastModified: nil)
        #expect(try await client.get(server.url("/"), validators: old).text == "rows")
    }

    @Test func `does not treat a 304 with a content length as truncated`() async throws {
        let raw = try RawLoopbackServer.start([.head(304, "ETag: \"1\"", "Content-Length: 999999999999")])
        let answer = try await testClient().get(
            raw.url(), validators: Validators(entityTag: "\"1\"", lastModified: nil))
        #expect(answer.isNotModified)
        #expect(answer.body.count == 0)
    }
}
