import Glibc
import Testing

@testable import AggShell

@Suite struct TerminalTests {
    init() { TerminalLocale.prepare() }

    @Test func `has no size and is no terminal where there is a file`() {
        let descriptor = open("/dev/null", O_RDONLY)
        defer { close(descriptor) }
        #expect(TerminalSize(of: descriptor) == nil)
        #expect(!isTerminal(descriptor))
        #expect(TerminalModes(of: descriptor) == nil)
    }

    @Test(arguments: [
        ("", 0), ("abc", 3), ("são", 3), ("東京", 4), ("e\u{301}", 1), ("a\u{1B}b", 2),
    ])
    func `measures columns`(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdef", 4, "abc…"), ("東京都", 4, "東…"), ("東京都", 5, "東京…"), ("ab", 0, "…"),
    ])
    func `cuts at a width`(text: String, columns: Int, cut: String) {
        #expect(DisplayWidth.truncate(text, to: columns) == cut)
    }

    @Test func `carries signals through a pipe that never blocks`() throws {
        let pipe = try #require(WakePipe())
        #expect(pipe.drain().isEmpty)
        for _ in 0..<100_000 { pipe.send(7) }
        let bytes = pipe.drain()
        #expect(bytes.count >= 4_096)
        #expect(bytes.allSatisfy { $0 == 7 })
    }
}
