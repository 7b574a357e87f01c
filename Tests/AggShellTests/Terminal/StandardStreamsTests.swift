import Foundation
import Glibc
import TestSupport
import Testing

import AggShell

@Suite struct StandardStreamsTests {
    private let output = Pipe()
    private let error = Pipe()
    private let streams: StandardStreams

    init() {
        // A program that another test starts at the same time must not hold an end open.
        for pipe in [output, error] {
            for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
                _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
            }
        }
        streams = StandardStreams(
            output: output.fileHandleForWriting.fileDescriptor, error: error.fileHandleForWriting.fileDescriptor)
    }

    private func received(_ pipe: Pipe) throws -> String {
        try pipe.fileHandleForWriting.close()
        return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    @Test func `writes output in order once flushed`() throws {
        #expect(streams.write("one ") == .written)
        #expect(streams.write("são\n") == .written)
        #expect(streams.flush() == .written)
        #expect(try received(output) == "one são\n")
    }

    @Test func `keeps output until it is flushed, and writes errors after it`() throws {
        let both = StandardStreams(
            output: output.fileHandleForWriting.fileDescriptor, error: output.fileHandleForWriting.fileDescriptor)
        both.write("output\n")
        both.writeError("error\n")
        both.write("lost without a flush")
        #expect(try received(output) == "output\nerror\n")
    }

    @Test func `writes more than fits in a pipe`() async throws {
        let text = String(repeating: "0123456789abcdef", count: 65_536)
        let descriptor = output.fileHandleForWriting.fileDescriptor
        #expect(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
        let reading = output.fileHandleForReading
        async let read = Task(executorPreference: BlockingExecutor.shared) { reading.readDataToEndOfFile() }.value
        #expect(streams.write(text) == .written)
        #expect(streams.flush() == .written)
        try output.fileHandleForWriting.close()
        #expect(await read.count == text.utf8.count)
    }

    @Test(.timeLimit(.minutes(5)))
    func `does not wait to write a remark to a pipe that did not accept the output`() async throws {
        let descriptor = output.fileHandleForWriting.fileDescriptor
        let both = StandardStreams(output: descriptor, error: descriptor)
        let writing = Task(executorPreference: BlockingExecutor.shared) {
            both.write(String(repeating: "x", count: 1 << 20))
        }
        writing.cancel()
        #expect(await writing.value == .stopped)
        #expect(both.writeError("interrupted\n") == .stopped)
        #expect(try output.fileHandleForReading.read(upToCount: 65_536)?.count == 65_536)
        #expect(both.write("next\n") == .written)
        #expect(both.writeError("remark\n") == .written)
        #expect(try received(output) == "next\nremark\n")
    }

    @Test func `a program on the terminal of another test holds no pipe open`() async throws {
        let inherited = Pipe()
        let terminal = try PseudoTerminal(["/bin/sh", "-c", "echo open: /proc/$$/fd/*; read line"])
        try await terminal.wait(for: "open: ")
        #expect(!terminal.screen.text.contains("/fd/\(inherited.fileHandleForReading.fileDescriptor)"))
        #expect(terminal.screen.text.contains("/fd/2"))
    }

    @Test func `reports that nobody reads anymore, and keeps reporting it`() throws {
        try output.fileHandleForReading.close()
        #expect(streams.write("one\n") == .written)
        #expect(streams.flush() == .closed)
        #expect(streams.write("two\n") == .closed)
        #expect(streams.outcome == .closed)
        #expect(streams.writeError("said\n") == .written)
    }

    @Test func `reports why a device rejects output`() throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let streams = StandardStreams(output: full)
        streams.write("one\n")
        #expect(streams.flush() == .failed(ENOSPC))
        #expect(streams.write("two\n") == .failed(ENOSPC))
    }
}
