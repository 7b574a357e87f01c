import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

@testable import AggHTTP

struct RequestTests {
    @Test func `returns the status, headers, content, and URL of a response`() async throws {
        let server = try await LoopbackServer.start { _ in
            LoopbackResponse(status: 203, headers: ["ETag": "\"a\"", "X-Note": "yes"], "hello")
        }
        let answer = try await testClient().get(server.url("/a?b=c"))
        #expect(answer.status == 203)
        #expect(answer.headers["etag"] == "\"a\"")
        #expect(answer.headers["x-note"] == "yes")
        #expect(try answer.text == "hello")
        #expect(answer.url == server.url("/a?b=c"))
    }

    @Test func `sends the user agent, the given headers, and the credential`() async throws {
        let server = try await LoopbackServer.start { _ in .json("[]") }
        let request = HTTPRequest(
            server.url("/path?q=a%20b"), headers: ["Accept": "application/json"],
            credential: Credential(header: "X-App-Token", value: "s3cret"))
        _ = try await testClient().send(request, progress: .silent)
        let received = try #require(await server.requests.first)
        #expect(received.path == "/path")
        #expect(received.query == ["q": "a b"])
        #expect(received.headers["User-Agent"] == "agg/test")
        #expect(received.headers["Accept"] == "application/json")
        #expect(received.headers["X-App-Token"] == "s3cret")
        #expect(received.headers["Accept-Encoding"]?.contains("gzip") == true)
        #expect(received.headers["Cookie"] == nil)
    }

    @Test func `keeps no cookies`() async throws {
        let server = try await LoopbackServer.start { _ in LoopbackResponse(headers: ["Set-Cookie": "a=b"], "x") }
        let client = testClient()
        _ = try await client.get(server.url("/"))
        _ = try await client.get(server.url("/"))
        #expect(await server.requests.map { $0.headers["Cookie"] } == [nil, nil])
    }

    @Test func `sends every request instead of using a cache`() async throws {
        let server = try await LoopbackServer.start(answers: [
            "/": [
                LoopbackResponse(headers: ["Cache-Control": "max-age=3600"], "one"),
                LoopbackResponse(headers: ["Cache-Control": "max-age=3600"], "two"),
            ]
        ])
        let client = testClient()
        #expect(try await client.get(server.url("/")).text == "one")
        #expect(try await client.get(server.url("/")).text == "two")
    }

    @Test func `accepts the scheme in any letter case`() async throws {
        let server = try await LoopbackServer.start { _ in .json("[]") }
        let url = try #require(URL(string: "HTTP://127.0.0.1:\(server.port)/"))
        #expect(try await testClient().get(url).status == 200)
    }

    @Test(arguments: ["ftp://127.0.0.1/a", "data:text/plain,hello", "mailto:a@b.c", "nothing"])
    func `rejects other schemes`(_ address: String) async throws {
        guard case .refused = await testClient().failure(try #require(URL(string: address))) else {
            Issue.record("\(address) is not refused")
            return
        }
    }

    @Test func `rejects a header value with a line break without revealing it`() async throws {
        let server = try await LoopbackServer.start { _ in .json("[]") }
        let credential = Credential(header: "Authorization", value: "Bearer s3cret\n")
        await #expect(
            throws: SourceError.refused(
                "the value of the header field authorization contains a line break or other control character")
        ) {
            try await testClient().get(server.url("/"), credential: credential)
        }
        #expect(await server.requests.isEmpty)
    }

    @Test(arguments: [
        (401, "Basic realm=\"here\""), (401, "Bearer"), (401, "Digest realm=\"a\", nonce=\"b\""), (403, nil),
        (407, nil),
        (404, nil), (410, nil), (500, nil), (204, nil),
    ])
    func `returns a response of any status unchanged`(_ status: Int, _ challenge: String?) async throws {
        var headers: HTTPHeaders = [:]
        headers["WWW-Authenticate"] = challenge
        let sent = headers
        let server = try await LoopbackServer.start { _ in
            LoopbackResponse(status: status, headers: sent, body: status == 204 ? [] : Array("why".utf8))
        }
        let answer = try await testClient().get(
            server.url("/"), credential: Credential(header: "Authorization", value: "Bearer t"))
        #expect(answer.status == status)
        #expect(try answer.text == (status == 204 ? "" : "why"))
        #expect(await server.requests.count == 1)
    }

    @Test func `keeps the connection for the next request`() async throws {
        let server = try await LoopbackServer.start { _ in .json("[]") }
        let client = testClient()
        for _ in 0..<5 { _ = try await client.get(server.url("/")) }
        #expect(await server.requests.count == 5)
        #expect(server.connectionsTaken < 5)
    }

    @Test func `reconnects if a kept connection was closed meanwhile`() async throws {
        let server = try RawLoopbackServer.start([.head(200, "Content-Length: 2"), .text("ok")])
        let client = testClient()
        for _ in 0..<3 { #expect(try await client.get(server.url()).text == "ok") }
    }

    @Test func `opens nothing before the first request`() async throws {
        let client = testClient()
        #expect(client.hosts.count == 0)
        let folder = try TemporaryFolder()
        _ = await client.failure(URL(filePath: folder.path("missing")))
        #expect(client.hosts.count == 0)
    }

    @Test func `contacts no host if offline is set`() async throws {
        let server = try await LoopbackServer.start { _ in .json("[]") }
        #expect(await testClient(isOffline: true).failure(server.url("/")) == .offline("--offline is set"))
        #expect(await server.requests.isEmpty)
    }
}
