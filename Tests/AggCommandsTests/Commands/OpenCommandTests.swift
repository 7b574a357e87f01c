import AggSource
import AggTesting
import Synchronization
import Testing

import AggCommands

@Suite struct OpenCommandTests {
    private final class Opened: Sendable {
        let links = Mutex<[String]>([])
    }

    private func open(_ line: String, url: String?, isOneShot: Bool = false) async throws -> (CommandError?, [String]) {
        var bench = try Bench()
        try await bench.hold(
            [
                Record(key: "1", title: "London", url: url),
                Record(key: "3", title: "Londrina", url: "https://example.org/3"),
            ],
            in: "towns")
        _ = try await bench.run("search london")
        let opened = Opened()
        bench.context.openLink = { link throws(CommandError) in opened.links.withLock { $0.append(link) } }
        let error = await bench.error(of: line)
        return (error, opened.links.withLock { $0 })
    }

    @Test(arguments: ["open 1", "open towns:1"])
    func `passes on the link`(line: String) async throws {
        let (error, links) = try await open(line, url: "https://example.org/a?b=1&c=2")
        #expect(error == nil)
        #expect(links == ["https://example.org/a?b=1&c=2"])
    }

    @Test(arguments: [
        "javascript:alert(1)", "file:///etc/passwd", "ftp://example.org", "HTTPS:/example.org", "--help", "http://",
        "https://example.org/a b", "https://example.org/\n-x", "https://example.org/\u{1B}[2J", "//example.org",
    ])
    func `opens only web links`(link: String) async throws {
        let (error, links) = try await open("open 1", url: link)
        #expect(error?.code == "no_link")
        #expect(links.isEmpty)
    }

    @Test func `opens several links, and reports a record without one`() async throws {
        let both = try await open("open 1 towns:3", url: "https://example.org/1")
        #expect(both.0 == nil && Set(both.1) == ["https://example.org/1", "https://example.org/3"])
        #expect(try await open("open towns:1 towns:3", url: nil).1 == ["https://example.org/3"])
    }

    @Test func `reports a record that has no link or does not exist`() async throws {
        #expect(try await open("open 1", url: nil).0?.message == "towns:1 (London) has no link")
        #expect(try await open("open 3", url: nil).0?.code == "no_such_row")
        #expect(try await open("open towns:9", url: nil).0?.code == "no_such_record")
        #expect(try await open("open nonsense", url: nil).0?.status == .usage)
    }

    @Test func `reports that links cannot be opened`() async throws {
        let bench = try Bench()
        try await bench.hold([Record(key: "1", title: "London", url: "https://example.org")], in: "towns")
        #expect(await bench.error(of: "open towns:1")?.code == "no_opener")
    }
}
