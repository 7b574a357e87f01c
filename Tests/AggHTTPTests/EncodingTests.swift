import AggSource
import AggTesting
import TestSupport
import Testing

struct EncodingTests {
    @Test func `inflates compressed content and drops the fields about its encoding`() async throws {
        let text = String(repeating: "hello, ", count: 1_000)
        let server = try await LoopbackServer.start { _ in
            LoopbackResponse(
                headers: ["Content-Encoding": "gzip", "ETag": "\"z\""], body: Gzip.wrap(Array(text.utf8)))
        }
        let answer = try await testClient().get(server.url("/"))
        #expect(try answer.text == text)
        #expect(answer.body.count == 7_000)
        #expect(answer.headers["Content-Encoding"] == nil)
        #expect(answer.headers["Content-Length"] == nil)
        #expect(answer.headers["ETag"] == "\"z\"")
    }

    @Test func `joins chunked content`() async throws {
        let server = try RawLoopbackServer.start([
            .head(200, "Transfer-Encoding: chunked"), .text("5\r\nhello\r\n"), .pause(.milliseconds(30)),
            .text("7\r\n, world\r\n0\r\n\r\n"),
        ])
        #expect(try await testClient().get(server.url()).text == "hello, world")
    }

    @Test func `skips interim responses`() async throws {
        let server = try RawLoopbackServer.start([
            .head(103, "Link: </a>", "ETag: \"early\""), .head(200, "Content-Length: 2", "X-Real: yes"), .text("ok"),
        ])
        let answer = try await testClient().get(server.url())
        #expect(answer.status == 200)
        #expect(answer.headers["ETag"] == nil)
        #expect(answer.headers["X-Real"] == "yes")
        #expect(try answer.text == "ok")
    }

    @Test func `joins the values of a repeated field and of a folded line`() async throws {
        let server = try RawLoopbackServer.start([
            .head(200, "Link: <a>; rel=\"next\"", "X-Long: one", "\ttwo", "link: <b>", "Empty:", "Content-Length: 0")
        ])
        let headers = try await testClient().get(server.url()).headers
        #expect(headers["Link"] == "<a>; rel=\"next\", <b>")
        #expect(headers["X-Long"] == "one two")
        #expect(headers["Empty"] == "")
    }

    @Test func `content without a length ends with the connection`() async throws {
        let server = try RawLoopbackServer.start([.head(200), .text("all there is")])
        #expect(try await testClient().get(server.url()).text == "all there is")
    }

    @Test func `reads a long body in pieces from several positions after the server is gone`() async throws {
        let server = try RawLoopbackServer.start([.head(200, "Content-Length: 20971520"), .fill(count: 20 << 20)])
        let body = try await testClient().get(server.url()).body
        server.stop()
        #expect(body.count == 20 << 20)
        #expect(try body.read(at: 0).count == 131_072)
        #expect(try body.read(at: (20 << 20) - 10, count: 100) == [UInt8](repeating: 0, count: 10))
        #expect(try body.read(at: 20 << 20).isEmpty)
        #expect(throws: SourceError.tooLarge(limit: 1_000)) { try body.collect(limit: 1_000) }
    }
}
