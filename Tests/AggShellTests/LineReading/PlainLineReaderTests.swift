import Foundation
import Glibc
import TestSupport
import Testing

import AggShell

@Suite struct PlainLineReaderTests {
    private static func read(_ bytes: [UInt8]) async throws -> [LineInput] {
        let folder = try TemporaryFolder()
        try Data(bytes).write(to: URL(filePath: folder.path("script")))
        let descriptor = open(folder.path("script"), O_RDONLY)
        defer { close(descriptor) }
        let reader = PlainLineReader(descriptor: descriptor, streams: StandardStreams())
        var answers: [LineInput] = []
        repeat { answers.append(await reader.readLine(prompt: "agg> ")) } while answers.last != .endOfInput
        return answers
    }

    @Test func `reads the lines of a script, the last one without a line end`() async throws {
        let answers = try await Self.read(Array("search lon\r\n\nlist cities".utf8))
        #expect(answers == [.line("search lon"), .line(""), .line("list cities"), .endOfInput])
    }

    @Test(arguments: ["limit 2", "limit 2\n", String(repeating: "x", count: 200_000)])
    func `the last line of a file is ready without waiting, whether it has a line end or not`(last: String) async throws
    {
        let folder = try TemporaryFolder()
        try Data("sql select 1\n\(last)".utf8).write(to: URL(filePath: folder.path("script")))
        let descriptor = open(folder.path("script"), O_RDONLY)
        defer { close(descriptor) }
        let reader = PlainLineReader(descriptor: descriptor, streams: StandardStreams())
        #expect(await reader.readLine(prompt: "") == .line("sql select 1"))
        #expect(reader.readyLine() == .line(last.trimmingCharacters(in: .newlines)))
        #expect(reader.readyLine() == nil)
        #expect(await reader.readLine(prompt: "") == .endOfInput)
    }

    @Test func `the last line of a pipe is ready when the pipe is closed`() async throws {
        let pipe = Pipe()
        let reader = PlainLineReader(
            descriptor: pipe.fileHandleForReading.fileDescriptor, streams: StandardStreams())
        pipe.fileHandleForWriting.write(Data("one\ntwo".utf8))
        #expect(await reader.readLine(prompt: "") == .line("one"))
        #expect(reader.readyLine() == nil)
        try pipe.fileHandleForWriting.close()
        #expect(reader.readyLine() == .line("two"))
    }

    @Test func `reads an empty script`() async throws {
        #expect(try await Self.read([]) == [.endOfInput])
    }

    @Test func `reads a one-megabyte line`() async throws {
        let long = String(repeating: "x", count: 1_048_576)
        let answers = try await Self.read(Array("a\n\(long)\nb".utf8))
        #expect(answers == [.line("a"), .line(long), .line("b"), .endOfInput])
    }

    @Test func `reads many lines`() async throws {
        let answers = try await Self.read(Array((0..<50_000).map { "line \($0)\n" }.joined().utf8))
        #expect(answers.count == 50_001)
        #expect(answers[49_999] == .line("line 49999"))
    }

    @Test func `returns each line as it arrives in a slow pipe`() async throws {
        let pipe = Pipe()
        let reader = PlainLineReader(
            descriptor: pipe.fileHandleForReading.fileDescriptor, streams: StandardStreams())
        pipe.fileHandleForWriting.write(Data("one\ntw".utf8))
        #expect(await reader.readLine(prompt: "") == .line("one"))
        async let second = reader.readLine(prompt: "")
        await Task.yield()
        pipe.fileHandleForWriting.write(Data("o\n".utf8))
        #expect(await second == .line("two"))
        try pipe.fileHandleForWriting.close()
        #expect(await reader.readLine(prompt: "") == .endOfInput)
        #expect(await reader.readLine(prompt: "") == .endOfInput)
    }

    @Test func `waits on a descriptor left non-blocking`() async throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        #expect(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
        let reader = PlainLineReader(descriptor: descriptor, streams: StandardStreams())
        async let line = reader.readLine(prompt: "")
        await Task.yield()
        pipe.fileHandleForWriting.write(Data("one\n".utf8))
        #expect(await line == .line("one"))
    }

    @Test func `ends if nothing can be read`() async {
        let reader = PlainLineReader(descriptor: -1, streams: StandardStreams())
        #expect(await reader.readLine(prompt: "") == .endOfInput)
    }

    @Test func `announces on standard error`() throws {
        let error = Pipe()
        let streams = StandardStreams(
            output: STDOUT_FILENO, error: error.fileHandleForWriting.fileDescriptor)
        PlainLineReader(streams: streams).announce("news")
        try error.fileHandleForWriting.close()
        #expect(error.fileHandleForReading.readDataToEndOfFile() == Data("news\n".utf8))
    }
}
