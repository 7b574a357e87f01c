import AggSource
import AggStorage
import Synchronization
import Testing

@testable import AggCommands
@testable import AggShell

@Suite struct WatchTests {
    /// A bench with a command that prints the given texts one after another.
    private func bench(_ answers: [String]) throws -> SessionBench {
        var bench = try SessionBench()
        bench.commands = [TurningCommand(answers)]
        return bench
    }

    @Test func `a script gets only output that differs from the previous one`() async throws {
        let bench = try bench(["a", "a", "b", "b", "a"])
        #expect(await bench.run("watch --times 5 0.1 turn") == 0)
        #expect(bench.written == "a\nb\na\n")
    }

    @Test func `ignores differences in times and ages`() async throws {
        let bench = try SessionBench()
        #expect(await bench.run("watch --times 3 0.1 ok\nok") == 0)
        #expect(bench.written == "ok\nok\n")
    }

    @Test(arguments: [
        ("watch 5", 2), ("watch x ok", 2), ("watch 0 ok", 2), ("watch 1 watch 1 ok", 2), ("watch 1 read x", 2),
        ("watch 1 nonsense", 2), ("watch --times 2 0.1 fail", 1), ("watch 0.1 --times=2 fail", 1),
        ("watch --times 1 1 five; ok", 5),
    ])
    func `rejects an invalid command, and repeats a failing one`(line: String, status: Int32) async throws {
        #expect(try await SessionBench().run(line) == status)
    }

    @Test(arguments: ["search a;b", "search a\\;", "search \"a; b\" x:\"c d\" --limit 5", "search 'c#;d' -- --x"])
    func `the heading is the command as typed`(line: String) throws {
        let words = try #require(CommandLine("watch 5 \(line)").commands.first).dropFirst(2)
        let title = Repetition(words: Array(words), pause: .seconds(5), count: nil).title
        #expect(title == "every 5 s: \(line.replacing("'", with: "\""))")
    }

    @Test func `the heading has the quotes of an SQL statement`() throws {
        let line = "sql SELECT \"a-b\" FROM cities WHERE title = 'it''s'"
        let words = try #require(CommandLine("watch 5 \(line)").commands.first).dropFirst(2)
        #expect(Repetition(words: Array(words), pause: .seconds(5), count: nil).title == "every 5 s: \(line)")
    }

    @Test func `highlights what differs from the last output, except the passing time`() {
        var screen = WatchScreen()
        let (size, style) = (TerminalSize(columns: 40, rows: 10), Style(usesColor: true))
        let first = screen.frame("every 1 s: x", "count 12\ncities: 3 s old\n", size: size, style: style)
        #expect(!first.contains("\u{1B}[7m"))
        let second = screen.frame("every 1 s: x", "count 15\ncities: 4 s old\n", size: size, style: style)
        #expect(second.contains("count 1\u{1B}[7m5\u{1B}[0m"))
        #expect(second.contains("\ncities: 4 s old\u{1B}[K"))
    }

    @Test func `truncates output to the window`() {
        var screen = WatchScreen()
        let long = (0..<100).map { "line \($0) " + String(repeating: "x", count: 100) }.joined(separator: "\n")
        let frame = screen.frame("t", long, size: TerminalSize(columns: 20, rows: 6), style: Style(usesColor: false))
        #expect(frame.split(separator: "\n", omittingEmptySubsequences: false).count == 5)
    }
}

/// Prints one text after another.
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
