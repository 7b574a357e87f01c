import AggCommands
import Foundation
import Glibc
import TestSupport
import Testing

@testable import AggShell

/// Named pipes: a missing reader or writer must not block forever.
@Suite(.timeLimit(.minutes(5))) struct NamedPipeTests {
    private let folder: TemporaryFolder
    private let pipe: String

    init() throws {
        folder = try TemporaryFolder()
        pipe = folder.path("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
    }

    /// Runs blocking work on a separate thread, since the tasks of all tests share a few threads.
    private func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }

    private func lines(of script: ScriptFile) -> PlainLineReader {
        PlainLineReader(descriptor: script.descriptor, streams: StandardStreams())
    }

    @Test func `output waits for a reader, and Ctrl-C ends the wait`() async throws {
        let file = AnswerFile(path: pipe, appends: false)
        let task = Task(executorPreference: BlockingExecutor.shared) { () -> CommandError? in
            do throws(CommandError) { try await file.write(AnswerText("answer\n")) } catch { return error }
            return nil
        }
        try await Task.sleep(for: .milliseconds(120))
        task.cancel()
        #expect(await task.value == .interrupted)
    }

    @Test func `output reaches a reader that opens the pipe later`() async throws {
        let answer = AnswerText("head\n", rows: 50_000, tail: "tail\n") { "row \($0)\n" }
        let writing = Task(executorPreference: BlockingExecutor.shared) {
            try await AnswerFile(path: pipe, appends: false).write(answer)
        }
        try await Task.sleep(for: .milliseconds(20))
        async let read = onThread { [pipe] in FileHandle(forReadingAtPath: pipe)?.readDataToEndOfFile() }
        try await writing.value
        #expect(await read == Data(answer.whole.utf8))
    }

    @Test func `Ctrl-C ends output that a reader does not read`() async throws {
        let reader = open(pipe, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let answer = AnswerText("head\n", rows: 1_000_000, tail: "tail\n") { "row \($0)\n" }
        let task = Task(executorPreference: BlockingExecutor.shared) { () -> CommandError? in
            do throws(CommandError) { try await AnswerFile(path: pipe, appends: false).write(answer) } catch {
                return error
            }
            return nil
        }
        let isFull = try await eventually {
            var count: Int32 = 0
            return ioctl(reader, UInt(FIONREAD), &count) == 0 && count >= 49_152
        }
        #expect(isFull)
        task.cancel()
        #expect(await task.value == .interrupted)
    }

    @Test func `a script waits for a writer, and cancellation ends the wait`() async throws {
        let script = try ScriptFile(pipe)
        let reader = lines(of: script)
        let task = Task { await reader.readLine(prompt: "") }
        try await Task.sleep(for: .milliseconds(50))
        task.cancel()
        #expect(await task.value == .interrupted)
    }

    @Test func `reads a script from a writer that opens the pipe later`() async throws {
        let script = try ScriptFile(pipe)
        let reader = lines(of: script)
        async let first = reader.readLine(prompt: "")
        async let isWritten = onThread { [pipe] in
            FileHandle(forWritingAtPath: pipe).map { $0.write(Data("ok\npartly\n".utf8)) } != nil
        }
        #expect(await first == .line("ok"))
        #expect(await isWritten)
        #expect(await reader.readLine(prompt: "") == .line("partly"))
        #expect(await reader.readLine(prompt: "") == .endOfInput)
    }

    @Test func `a log that nobody reads blocks nothing`() throws {
        #expect(throws: CommandError.self, "there is no reader") { try AppendedFile(pipe) }
        let reader = open(pipe, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let log = try AppendedFile(pipe)
        for line in 0..<5_000 { log.append("line \(line) of a long log\n") }
        var bytes = [UInt8](repeating: 0, count: 7)
        #expect(read(reader, &bytes, 7) == 7)
        #expect(bytes == Array("line 0 ".utf8))
    }
}
