import AggFiles
import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

@testable import AggHTTP

struct EnvironmentTests {
    @Test func `uses the proxy from the environment`() async throws {
        let port = try await proxy()
        // In a separate process, since all tests share the environment.
        await #expect(processExitsWith: .success) { [port = port as UInt16] in
            setenv("http_proxy", "http://127.0.0.1:\(port)", 1)
            let url = try #require(URL(string: "http://agg.invalid/rows"))
            #expect(try await lastingClient().get(url).text == "from the proxy")
            setenv("no_proxy", "agg.invalid", 1)
            #expect(await lastingClient().failure(url)?.code == "offline")
        }
    }

    @Test func `a proxy on this machine is not a reason to refuse a host`() async throws {
        let port = try await proxy()
        await #expect(processExitsWith: .success) { [port = port as UInt16] in
            setenv("http_proxy", "http://127.0.0.1:\(port)", 1)
            var request = HTTPRequest(try #require(URL(string: "http://agg.invalid/hook")))
            request.content = "{}"
            request.refusesLoopback = true
            #expect(try await lastingClient().send(request, progress: .silent).status == 200)
        }
    }

    @Test func `asks for a password if the proxy does`() async throws {
        let server = try await LoopbackServer.start { _ in LoopbackResponse(status: 407) }
        await #expect(processExitsWith: .success) { [port = server.port as UInt16] in
            setenv("http_proxy", "http://127.0.0.1:\(port)", 1)
            let plain = try #require(URL(string: "http://agg.invalid/rows"))
            let answer = try await lastingClient().get(plain)
            #expect(throws: SourceError.proxyNeedsPassword) { try answer.requireSuccess(now: Date()) }
        }
    }

    /// libcurl reports a rejected CONNECT in several ways, depending on its version and the proxy's response.
    @Test(arguments: [
        (["HTTP/1.1 407 No", "Content-Length: 0"], "user name and password"),
        (["HTTP/1.1 407 No", "Proxy-Authenticate: Basic", "Connection: close"], "user name and password"),
        (["HTTP/1.1 407 No", "Transfer-Encoding: chunked", "", "0"], "user name and password"),
        (["HTTP/1.0 407 No"], "user name and password"),
        (["HTTP/1.1 403 No", "Content-Length: 0"], "the proxy responded with HTTP 403"),
        (["HTTP/1.1 502 No", "Content-Length: 0"], "the proxy responded with HTTP 502"),
    ])
    func `explains why a proxy rejects a secure connection`(lines: [String], expected: String) async throws {
        let server = try RawLoopbackServer.start(.text(lines.map { $0 + "\r\n" }.joined() + "\r\n"))
        await #expect(processExitsWith: .success) { [port = server.port as UInt16, expected = expected as String] in
            setenv("https_proxy", "http://127.0.0.1:\(port)", 1)
            let url = try #require(URL(string: "https://agg.invalid/rows"))
            let failure = try #require(await lastingClient().failure(url))
            #expect(failure.code == "offline")
            #expect("\(failure)".contains(expected), "\(failure)")
        }
    }

    @Test(arguments: ["junk://me:s3cret@x", "http://me:s3cret@x:99999", "http://"])
    func `reports a proxy that cannot be used, without its password`(proxy: String) async throws {
        await #expect(processExitsWith: .success) { [proxy = proxy as String] in
            setenv("https_proxy", proxy, 1)
            let url = try #require(URL(string: "https://agg.invalid/rows"))
            let failure = try #require(await lastingClient().failure(url))
            #expect(
                failure
                    == .offline("cannot use the proxy set in the environment: its URL is invalid or not supported"))
        }
    }

    private func proxy() async throws -> UInt16 {
        let server = try await LoopbackServer.start { _ in LoopbackResponse("from the proxy") }
        return server.port
    }

    @Test func `closes the file of a response with the response`() async throws {
        let server = try await LoopbackServer.start { _ in LoopbackResponse("an answer") }
        // In a separate process, since other tests have such files too.
        await #expect(processExitsWith: .success) { [port = server.port as UInt16] in
            let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
            let client = lastingClient()
            // Another test may have had a file open in a folder with such a name when this process started.
            let inherited = try openSpoolFiles()
            for _ in 0..<20 {
                #expect(try await client.get(url).text == "an answer")
                // The network thread may not have returned yet from the call that delivered the response.
                #expect(try await eventually { try openSpoolFiles() == inherited })
            }
        }
    }

    @Test func `the file of a response has no name and is readable only by its owner`() throws {
        let spool = try SpoolFile()
        try Array("hello".utf8).withUnsafeBytes { try spool.append($0) }
        let link = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(spool.file.descriptor)")
        #expect(link.hasSuffix(" (deleted)"))
        var status = stat()
        #expect(fstat(spool.file.descriptor, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(try spool.body(count: 5).collect() == Array("hello".utf8))
    }

    @Test(arguments: [
        ("http://example.com/a", true), ("https://Example.com:443/", true),
        ("http://user:pw@example.com:81/?q#f", true),
        ("http://[::1]:81/", true), ("http://127.0.0.1/", true), ("http://0x7f000001/", false),
        ("http://127.1/", false),
    ])
    func `accepts a URL only if both parsers agree on its host`(_ address: String, _ agrees: Bool) throws {
        let url = try #require(URL(string: address))
        #expect(CurlAddress.agrees(url, with: try #require(HTTPOrigin(url))) == agrees)
    }

    @Test(arguments: [
        ("http://Example.COM/a", "example.com"), ("http://example.com:80", "example.com"),
        ("https://example.com:443", "example.com"), ("https://example.com:80", "example.com:80"),
        ("http://user:secret@example.com:8080/", "example.com:8080"), ("http://[::1]:81/", "[::1]:81"),
    ])
    func `describes a host by name and port, without secrets`(_ address: String, _ name: String) throws {
        #expect(HTTPOrigin(try #require(URL(string: address)))?.description == name)
    }
}

/// Returns the number of response files that this process has open.
private func openSpoolFiles() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { number in
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + number)
        return link?.contains("/agg-") == true
    }
}
