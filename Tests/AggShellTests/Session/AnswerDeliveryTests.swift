import AggCommands
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import AggShell

@Suite struct AnswerDeliveryTests {
    /// A million rows, and how many of them were created.
    private final class LongAnswer: Sendable {
        let made = Mutex(0)

        var text: AnswerText {
            AnswerText("head\n", rows: 1_000_000, tail: "tail\n") { row in
                self.made.withLock { $0 += 1 }
                return "row \(row) of a long answer\n"
            }
        }
    }

    @Test func `creates no more rows if nobody reads them`() throws {
        let answer = LongAnswer()
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        #expect(DescriptorWriter.write(answer.text, to: ends[1]) == .closed)
        close(ends[1])
        #expect(answer.made.withLock(\.self) < 10_000)
    }

    @Test func `creates no more rows once a command has read enough`() async throws {
        let answer = LongAnswer()
        try await AnswerPipe(command: "head -n 2 > /dev/null", environment: ["PATH": "/usr/bin:/bin"])
            .write(answer.text, interrupts: nil)
        #expect(answer.made.withLock(\.self) < 100_000)
    }

    @Test func `writes all rows to a file`() async throws {
        let folder = try TemporaryFolder()
        let answer = AnswerText("head\n", rows: 20_000, tail: "tail\n") { "row \($0)\n" }
        try await AnswerFile(path: folder.path("answer"), appends: false).write(answer)
        let written = try String(contentsOfFile: folder.path("answer"), encoding: .utf8)
        #expect(written == answer.whole)
    }

    @Test func `a preview that could not be removed is not shown`() throws {
        let bench = try SessionBench()
        let preview = AnswerPreview(
            session: bench.session, terminal: TerminalEnvironment(environment: [:]), streams: bench.streams,
            progress: ProgressDisplay(streams: bench.streams, isEnabled: false))
        preview.show(CommandOutput(TextAnswer("part")), .table)
        #expect(bench.written.isEmpty)
    }

    @Test func `reports Ctrl-C in the middle`() async throws {
        let folder = try TemporaryFolder()
        let answer = LongAnswer()
        let file = AnswerFile(path: folder.path("answer"), appends: false)
        let error = await Task { () -> CommandError? in
            withUnsafeCurrentTask { $0?.cancel() }
            do throws(CommandError) { try await file.write(answer.text) } catch { return error }
            return nil
        }.value
        #expect(error == .interrupted)
        #expect(answer.made.withLock(\.self) < 10_000)
    }
}
