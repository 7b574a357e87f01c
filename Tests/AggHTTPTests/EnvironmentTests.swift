import AggCore
import AggTesting
import Foundation
import Testing

@testable import AggHTTP

struct EnvironmentTests {
    @Test func `the proxy of the environment is asked`() async throws {
        let port = try await proxy()
        // A process of its own, since the environment belongs to all tests.
        setenv("AGG_TEST_PROXY", "http://127.0.0.1:\(port)", 1)
        await #expect(processExitsWith: .success) {
            setenv("http_proxy", ProcessInfo.processInfo.environment["AGG_TEST_PROXY"] ?? "", 1)
            let url = try #require(URL(string: "http://agg.invalid/rows"))
            #expect(try await testClient().get(url).text == "from the proxy")
            setenv("no_proxy", "agg.invalid", 1)
            #expect(await testClient().failure(url)?.code == "offline")
        }
    }

    private func proxy() async throws -> UInt16 {
        let server = try await LoopbackServer.start { _ in LoopbackResponse("from the proxy") }
        return server.port
    }

    @Test func `the file of an answer has no name and is its owner's alone`() throws {
        let spool = try SpoolFile()
        try spool.append(Data("hello".utf8))
        let link = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(spool.descriptor)")
        #expect(link.hasSuffix(" (deleted)"))
        var status = stat()
        #expect(fstat(spool.descriptor, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(try spool.body(count: 5).collect() == Array("hello".utf8))
    }

    @Test(arguments: [
        ("http://Example.COM/a", "example.com"), ("http://example.com:80", "example.com"),
        ("https://example.com:443", "example.com"), ("https://example.com:80", "example.com:80"),
        ("http://user:secret@example.com:8080/", "example.com:8080"), ("http://[::1]:81/", "[::1]:81"),
    ])
    func `a host is named by its name and port, and no secret`(_ address: String, _ name: String) throws {
        #expect(Origin(try #require(URL(string: address)))?.description == name)
    }
}
