import AggSource
import AggStorage
import Synchronization
import Testing

@testable import AggCommands
@testable import AggShell

@Suite struct WatchTests {
    /// A bench with a command that answers the given texts one after the other.
    private func bench(_ answers: [String]) throws -> SessionBench {
        var bench = try SessionBench()
        bench.commands = [TurningCommand(answers)]
        return bench
    }

    @Test func `a script gets the answers that differ from the one before`() async throws {
        let bench = try bench(["a", "a", "b", "b", "a"])
        #expect(await bench.run("watch --times 5 0.1 turn") == 0)
        #expect(bench.written == "a\nb\na\n")
    }

    @Test func `times and ages are no difference`() async throws {
        let bench = try SessionBench()
        #expect(await bench.run("watch --times 3 0.1 ok\nok") == 0)
        #expect(bench.written == "ok\nok\n")
    }

    @Test(arguments: [
        ("watch 5", 2), ("watch x ok", 2), ("watch 0 ok", 2), ("watch 1 watch 1 ok", 2), ("watch 1 read x", 2),
        ("watch 1 nonsense", 2), ("watch --times 2 0.1 fail", 1), ("watch 0.1 --times=2 fail", 1),
        ("watch --times 1 1 five; ok", 5),
    ])
    func `what cannot be repeated is a usage error, and a failure goes on`(line: String, status: Int32) async throws {
        #expect(try await SessionBench().run(line) == status)
    }

    @Test func `what differs from the last answer is in reverse video, but not the time that passes`() {
        var screen = WatchScreen()
        let (size, style) = (TerminalSize(columns: 40, rows: 10), Style(usesColor: true))
        let first = screen.frame("every 1 s: x", "count 12\ncities: 3 s old\n", size: size, style: style)
        #expect(!first.contains("\u{1B}[7m"))
        let second = screen.frame("every 1 s: x", "count 15\ncities: 4 s old\n", size: size, style: style)
        #expect(second.contains("count 1\u{1B}[7m5\u{1B}[0m"))
        #expect(second.contains("\ncities: 4 s old\u{1B}[K"))
    }

    @Test func `an answer is cut to the window`() {
        var screen = WatchScreen()
        let long = (0..<100).map { "line \($0) " + String(repeating: "x", count: 100) }.joined(separator: "\n")
        let frame = screen.frame("t", long, size: TerminalSize(columns: 20, rows: 6), style: Style(usesColor: false))
        #expect(frame.split(separator: "\n", omittingEmptySubsequences: false).count == 5)
    }
}

/// Answers one text after the other.
private struct TurningCommand: Command {
    let declaration = CommandDeclaration(name: "turn", summary: "", examples: [])
    private let answers: Answers

    init(_ answers: [String]) { self.answers = Answers(answers) }

    private final class Answers: Sendable {
        let rest: Mutex<ArraySlice<String>>
        init(_ answers: [String]) { rest = Mutex(answers[...]) }
    }

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        CommandOutput(TextAnswer(answers.rest.withLock { $0.popFirst() } ?? ""))
    }
}
