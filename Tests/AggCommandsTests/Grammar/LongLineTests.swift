import AggCommands
import Testing

/// Long lines take a moment, whatever they are made of.
@Suite struct LongLineTests {
    private static let size = 250_000

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            "a", "a ", "'a ", "\"a ", "a:'", "a:\" ", "\"\\\" ", "'", "\"", ";", "; ", "\\", "\\ ", ";;;;x", "a:b:\"",
        ])
    func `reads a long line in time linear to its length`(piece: String) {
        let line = "search " + String(repeating: piece, count: Self.size / piece.utf8.count)
        let duration = ContinuousClock().measure {
            #expect(!CommandLine(line).commands.isEmpty)
        }
        #expect(duration < .seconds(10), "\(piece) took \(duration)")
    }

    @Test(.timeLimit(.minutes(1)), arguments: [";", "> ", "'", "' \"", "a; ", "\\G ", "--a "])
    func `reads a long statement in time linear to its length`(piece: String) {
        let line = "sql a" + String(repeating: piece, count: Self.size / piece.utf8.count) + "x"
        let duration = ContinuousClock().measure {
            #expect(!CommandLine(line).commands.isEmpty)
        }
        #expect(duration < .seconds(10), "\(piece) took \(duration)")
    }

    @Test func `keeps every word of a line of a megabyte`() {
        let line = "search" + String(repeating: " word", count: 200_000)
        #expect(CommandLine(line).commands.first?.count == 200_001)
    }

    @Test func `a word of a megabyte stays whole`() {
        let word = String(repeating: "é", count: Self.size / 2)
        #expect(words("search \(word)") == ["search", word])
    }
}
