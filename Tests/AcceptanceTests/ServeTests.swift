import AggSource
import TestSupport
import Testing

@Suite struct ServeTests {
    @Test(arguments: ["INT", "TERM"])
    func `prints its URL and exits at Ctrl-C and SIGTERM`(signal: String) async throws {
        let agg = try Agg()
        let result = try await agg.shell(
            """
            mkfifo '\(agg.folder.path("url"))'
            \(builtProgram("agg")) --no-init serve --port 0 --json > '\(agg.folder.path("url"))' &
            exec 3< '\(agg.folder.path("url"))'
            read -r url <&3
            kill -\(signal) $!
            wait $!
            echo "status $?"
            printf '%s\\n' "$url"
            """)
        let lines = result.output.split(separator: "\n")
        #expect(lines.first == "status 130")
        let url = try JSONValue(parsing: String(try #require(lines.last)))["url"]?.stringValue
        #expect(url?.wholeMatch(of: /http:\/\/127\.0\.0\.1:[1-9][0-9]*\/\?token=[0-9a-f]{32}/) != nil)
        #expect(result.errors.isEmpty)
    }

    @Test(.timeLimit(.minutes(1))) func `ends if its URL cannot be shown`() async throws {
        let agg = try Agg()
        let result = try await agg.shell("\(builtProgram("agg")) --no-init serve --port 0 > /dev/full")
        #expect(result.status == 1)
        #expect(result.errors.contains("the server was not started") && !result.errors.contains("Open this URL"))
    }

    @Test func `requires a token to listen on other addresses`() async throws {
        let agg = try Agg()
        let open = try await agg.run("serve", "--listen", "0.0.0.0")
        #expect(open.status == 2)
        #expect(open.errors.contains("requires --token"))
        #expect(try await agg.run("serve", "--token", "short").status == 2)
    }

    @Test(arguments: ["localhost", "example.org", "127.1", "[::1]", "192.0.2.1:80"])
    func `listens only on IP addresses`(address: String) async throws {
        let result = try await Agg().run("serve", "--listen", address, "--token", "a-token-for-programs")
        #expect(result.status == 2)
        #expect(result.errors.contains("--listen takes an IP address such as 127.0.0.1, not “\(address)”"))
    }

    @Test func `says why it cannot listen on an address`() async throws {
        let result = try await Agg().run("serve", "--listen", "192.0.2.1", "--token", "a-token-for-programs")
        #expect(result.status == 1)
        #expect(result.errors.contains("cannot listen on 192.0.2.1, port 7247: Cannot assign requested address"))
    }

    @Test(arguments: [("a-token-for-programs", Int32(1)), ("short", 2), ("", 2)])
    func `takes the token from the environment, where other users cannot see it`(
        token: String, status: Int32
    ) async throws {
        // The address belongs to no machine, so a server that may start fails to listen.
        let result = try await Agg().run("serve", "--listen", "192.0.2.1", environment: ["AGG_SERVE_TOKEN": token])
        #expect(result.status == status, "\(result.errors)")
    }
}
