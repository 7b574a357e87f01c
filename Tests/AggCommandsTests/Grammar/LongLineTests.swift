import AggCommands
import Glibc
import Testing

/// Long lines are read quickly, whatever they contain.
@Suite struct LongLineTests {
    private static let size = 250_000

    /// The CPU time of the thread in seconds, whatever else the machine does.
    private static func work(_ body: () -> Void) -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let start = now()
        body()
        return now() - start
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            "a", "a ", "'a ", "\"a ", "a:'", "a:\" ", "\"\\\" ", "'", "\"", ";", "; ", "\\", "\\ ", ";;;;x", "a:b:\"",
        ])
    func `reads a long line in linear time`(piece: String) {
        let line = "search " + String(repeating: piece, count: Self.size / piece.utf8.count)
        let seconds = Self.work { #expect(!CommandLine(line).commands.isEmpty) }
        #expect(seconds < 10, "\(piece) took \(seconds) s")
    }

    @Test(.timeLimit(.minutes(10)), arguments: [";", "> ", "'", "' \"", "a; ", "\\G ", "--a "])
    func `reads a long statement in linear time`(piece: String) {
        let line = "sql a" + String(repeating: piece, count: Self.size / piece.utf8.count) + "x"
        let seconds = Self.work { #expect(!CommandLine(line).commands.isEmpty) }
        #expect(seconds < 10, "\(piece) took \(seconds) s")
    }

    @Test func `keeps every word of a one-megabyte line`() {
        let line = "search" + String(repeating: " word", count: 200_000)
        #expect(CommandLine(line).commands.first?.count == 200_001)
    }

    @Test func `keeps a one-megabyte word whole`() {
        let word = String(repeating: "é", count: Self.size / 2)
        #expect(words("search \(word)") == ["search", word])
    }
}
