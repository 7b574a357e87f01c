import AggCommands
import Synchronization
import Testing

import AggShell

@Suite struct InteractiveSessionTests {
    private func run(_ inputs: [LineInput]) async throws -> (status: Int32, written: String, complaints: String) {
        let bench = try SessionBench()
        let session = InteractiveSession(
            reader: ListReader(inputs), executor: bench.executor, aggregator: bench.context.aggregator,
            streams: bench.streams, interrupts: nil, version: "1.2.3",
            background: BackgroundRefresh(aggregator: bench.context.aggregator, session: bench.context.session))
        let status = await session.run()
        bench.streams.flush()
        return (status.rawValue, bench.written, bench.complaints)
    }

    @Test func `starts with the banner and ends at the end of input`() async throws {
        let (status, written, _) = try await run([])
        #expect(written == "agg 1.2.3 · type help\n")
        #expect(status == 0)
    }

    @Test func `continues after failed commands, and exits with 0`() async throws {
        let (status, written, complaints) = try await run([.line("fail"), .line("ok; nonsense"), .line("ok")])
        #expect(written.hasSuffix("ok\nok\n"))
        #expect(
            complaints
                == "agg: it is broken\nagg: unknown command “nonsense”; to search for words, use “search”; “help” lists the commands\n"
        )
        #expect(status == 0)
    }

    @Test(arguments: [("exit", 0), ("exit 3", 3), ("fail; exit", 0), ("quit", 0), ("ok; exit 9; ok", 9)])
    func `exits with the status given to exit`(line: String, expected: Int32) async throws {
        #expect(try await run([.line(line), .line("fail")]).status == expected)
    }

    @Test func `an interrupted line does not end the session`() async throws {
        #expect(try await run([.interrupted, .line("ok"), .interrupted]).written.contains("ok\n"))
    }
}

@Suite struct TerminalPrompterTests {
    @Test(
        arguments: [
            ([.line("retry")], "retry"), ([.line("r")], "retry"), ([.line("C")], "cancel"),
            ([.line("maybe"), .line("can")], "cancel"),
            ([.line(""), .line("retry")], "retry"), ([.interrupted], nil), ([.endOfInput], nil), ([.line("no")], nil),
        ] as [([LineInput], String?)])
    func `asks until the reply is understood or the user cancels`(inputs: [LineInput], expected: String?) async {
        let reader = ListReader(inputs)
        let answer = await TerminalPrompter(reader: reader).choose("Again?", among: ["retry", "cancel"])
        #expect(answer == expected)
        #expect(reader.notices.first == "Again?")
        #expect(reader.notices.dropFirst().allSatisfy { $0 == "Type retry or cancel." })
        #expect(reader.notices.count == max(1, reader.prompts.count))
        #expect(reader.prompts.allSatisfy { $0 == "[retry/cancel] " })
    }

    @Test func `an interrupted command asks nothing`() async {
        let reader = ListReader([.line("retry")])
        let answer = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await TerminalPrompter(reader: reader).choose("Again?", among: ["retry"])
        }.value
        #expect(answer == nil)
        #expect(reader.notices.isEmpty && reader.prompts.isEmpty)
    }

    @Test func `a question cannot control the terminal`() async {
        let reader = ListReader([])
        _ = await TerminalPrompter(reader: reader).choose("a\u{1B}[2J", among: ["retry"])
        #expect(reader.notices == ["a␛[2J"])
    }
}

/// Lines from a list, with the prompts and notices shown for them.
private final class ListReader: LineReader {
    private struct State {
        var inputs: [LineInput]
        var prompts: [String] = []
        var notices: [String] = []
    }

    private let state: Mutex<State>

    init(_ inputs: [LineInput]) {
        state = Mutex(State(inputs: inputs.reversed()))
    }

    var prompts: [String] { state.withLock { $0.prompts } }
    var notices: [String] { state.withLock { $0.notices } }

    func readLine(prompt: String) async -> LineInput {
        state.withLock { state in
            state.prompts.append(prompt)
            return state.inputs.popLast() ?? .endOfInput
        }
    }

    func announce(_ notice: String) {
        state.withLock { $0.notices.append(notice) }
    }
}
