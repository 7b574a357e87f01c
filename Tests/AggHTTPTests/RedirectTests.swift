import AggSearch
import AggSource
import AggTesting
import Foundation
import Testing

@testable import AggHTTP

struct RedirectTests {
    @Test(arguments: [301, 302, 303, 307, 308])
    func `follows a redirect and returns the final URL`(_ status: Int) async throws {
        let server = try await LoopbackServer.start(answers: [
            "/old": [.redirect(to: "/new?x=1", status: status)], "/new": [.json("[1]")],
        ])
        let answer = try await testClient().get(server.url("/old"))
        #expect(try answer.text == "[1]")
        #expect(answer.url == server.url("/new?x=1"))
    }

    @Test(arguments: [
        ([301, 308], "/2"), ([302], "/0"), ([301, 307], "/1"), ([303, 301], "/0"), ([301, 302, 308], "/1"),
    ])
    func `only permanent redirects change the URL for later requests`(statuses: [Int], path: String) async throws {
        let server = try await LoopbackServer.start { request in
            guard let hop = Int(request.path.dropFirst()), hop < statuses.count else {
                return LoopbackResponse("there")
            }
            return .redirect(to: "/\(hop + 1)", status: statuses[hop])
        }
        let answer = try await testClient().get(server.url("/0"))
        #expect(answer.url == server.url("/\(statuses.count)"))
        #expect(answer.permanentURL == server.url(path))
    }

    @Test(arguments: [
        ("next", "/a/next"), ("../up", "/up"), ("?page=2", "/a/b?page=2"), ("//127.0.0.1:PORT/c", "/c"), ("./", "/a/"),
        ("http://127.0.0.1:PORT/full", "/full"), ("/a%20b", "/a%20b"),
    ])
    func `resolves a location relative to the URL that sent it`(_ location: String, _ path: String) async throws {
        let server = try await LoopbackServer.start { request in
            request.headers["Location-Wanted"] == nil && request.path == "/a/b" && request.query.isEmpty
                ? .redirect(
                    to: location.replacing("PORT", with: request.headers["Host"]?.split(separator: ":").last ?? ""))
                : LoopbackResponse("there")
        }
        let answer = try await testClient().get(server.url("/a/b"))
        #expect(answer.url == server.url(path))
        #expect(try answer.text == "there")
    }

    @Test func `follows ten redirects but not eleven`() async throws {
        let server = try await LoopbackServer.start { request in
            let left = Int(request.path.dropFirst()) ?? 0
            return left == 0 ? LoopbackResponse("done") : .redirect(to: "/\(left - 1)")
        }
        #expect(try await testClient().get(server.url("/10")).text == "done")
        #expect(await testClient().failure(server.url("/11")) == .refused("more than 10 redirects"))
    }

    @Test func `rejects a redirect loop`() async throws {
        let server = try await LoopbackServer.start(answers: [
            "/a": [.redirect(to: "/b")], "/b": [.redirect(to: "/a")], "/self": [.redirect(to: "/self")],
        ])
        let origin = "127.0.0.1:\(server.port)"
        #expect(await testClient().failure(server.url("/a")) == .refused("redirect loop at \(origin)"))
        #expect(await testClient().failure(server.url("/self")) == .refused("redirect loop at \(origin)"))
    }

    @Test(arguments: ["file:///etc/passwd", "FILE:///etc/passwd", "file:/etc/passwd", "ftp://127.0.0.1/", "data:,x"])
    func `rejects a redirect to another scheme`(_ location: String) async throws {
        let server = try await LoopbackServer.start { _ in .redirect(to: location) }
        let scheme = location.prefix { $0 != ":" }.lowercased()
        #expect(
            await testClient().failure(server.url("/"))
                == .refused("127.0.0.1:\(server.port) redirects to a URL with the scheme \(scheme)"))
    }

    @Test func `rejects a redirect from https to http`() throws {
        let url = try #require(URL(string: "https://data.example:8443/a"))
        #expect(throws: SourceError.refused("data.example:8443 redirects from https to http")) {
            try Redirect.target(from: url, status: 301, location: "http://data.example/a")
        }
        #expect(
            try Redirect.target(from: url, status: 301, location: "https://other.example/")?.absoluteString
                == "https://other.example/")
    }

    @Test(arguments: [
        "http://", "http://[", "//[", "http://:80/", "http:///x", "http:relative", "\u{1}", "%", "//", "///", "?%",
    ])
    func `a malformed location gives a response or an error, never a crash`(_ location: String) async throws {
        let server = try await LoopbackServer.start { request in
            request.path == "/start" ? .redirect(to: location) : LoopbackResponse("somewhere")
        }
        let failure = await testClient().failure(server.url("/start"))
        if let failure { #expect(["refused", "invalid_data"].contains(failure.code), "\(failure)") }
    }

    @Test func `returns a redirect without a location as a response`() async throws {
        let server = try await LoopbackServer.start { _ in LoopbackResponse(status: 302, "moved") }
        let answer = try await testClient().get(server.url("/"))
        #expect(answer.status == 302)
        #expect(try answer.text == "moved")
    }

    @Test func `keeps the credential on the same host and port`() async throws {
        let server = try await LoopbackServer.start(answers: ["/a": [.redirect(to: "/b")], "/b": [.json("[]")]])
        _ = try await testClient().get(
            server.url("/a"), credential: Credential(header: "Authorization", value: "Bearer t"))
        #expect(await server.requests.map { $0.headers["Authorization"] } == ["Bearer t", "Bearer t"])
    }

    @Test(arguments: ["Authorization", "X-App-Token"])
    func `drops the credential on a redirect to another port, and does not restore it on the way back`(
        _ header: String
    ) async throws {
        let home = try await LoopbackServer.start { request in
            request.path == "/start"
                ? .redirect(to: request.headers["X-Other"] ?? "") : LoopbackResponse("back home")
        }
        let other = try await LoopbackServer.start { _ in .redirect(to: home.url("/end").absoluteString) }
        let request = HTTPRequest(
            home.url("/start"), headers: ["X-Other": other.url("/").absoluteString, "Cookie": "own"],
            credential: Credential(header: header, value: "s3cret"))
        let answer = try await testClient().send(request, progress: .silent)
        #expect(try answer.text == "back home")
        #expect(await home.requests.map { $0.headers[header] } == ["s3cret", nil])
        #expect(await other.requests.map { $0.headers[header] } == [nil])
        #expect(await other.requests.map { $0.headers["Cookie"] } == [nil])
    }

    @Test func `accepts a redirect with content and trailing fields`() async throws {
        let server = try RawLoopbackServer.start(
            [
                .head(302, "Location: /there", "Transfer-Encoding: chunked"),
                .text("5\r\nmoved\r\n0\r\nLocation: /elsewhere\r\n\r\n"),
            ], [.head(200, "Content-Length: 5"), .text("there")])
        #expect(try await testClient().get(server.url()).text == "there")
        #expect(server.requests.last?.hasPrefix("GET /there ") == true)
    }

    @Test func `stops a redirect with endless content at the limit`() async throws {
        let server = try RawLoopbackServer.start([.head(302, "Location: /there"), .fill(count: 1 << 40)])
        #expect(
            await testClient(limits { $0.maxBody = 100_000 }).failure(server.url())
                == .tooLarge(limit: 100_000, setting: "network.max_body"))
    }

    @Test func `all redirects share one deadline`() async throws {
        let server = try await LoopbackServer.start { request in
            Thread.sleep(forTimeInterval: 0.2)
            return .redirect(to: "/\((Int(request.path.dropFirst()) ?? 0) + 1)")
        }
        let failure = await testClient(limits { $0.deadline = .milliseconds(500) }).failure(server.url("/0"))
        #expect(failure?.code == "timed_out")
    }
}
