import AggFiles
import Glibc
import Testing

@testable import AggShell

@Suite struct TerminalTests {
    @Test func `a file has no size and is not a terminal`() {
        let descriptor = open("/dev/null", O_RDONLY)
        defer { close(descriptor) }
        #expect(TerminalSize(of: descriptor) == nil)
        #expect(!isTerminal(descriptor))
        #expect(TerminalModes(of: descriptor) == nil)
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
