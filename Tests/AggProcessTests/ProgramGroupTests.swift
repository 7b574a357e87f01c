import AggSource
import Glibc
import TestSupport
import Testing

@testable import AggProcess

/// What counts against a program whose end agg notices late, as on a busy machine.
struct ProgramGroupTests {
    @Test func `a program that has ended can no longer exceed a limit`() async throws {
        try await withEndedProgram { id, output in
            let group = ProgramGroup(output, idleTimeout: .zero, runTimeout: .zero, grace: .zero)
            group.begin(id)
            #expect(group.check(.now) != nil)
            #expect(group.limitReached == nil)
        }
    }

    @Test func `output that agg has not read yet is no sign of a process that was left behind`() async throws {
        try await withEndedProgram { id, output in
            let group = ProgramGroup(output, idleTimeout: .zero, runTimeout: .seconds(60), grace: .zero)
            group.begin(id)
            group.firstDidEnd()
            #expect(group.check(.now) != nil)
            #expect(!group.hasLeftovers)
            #expect(await output.next() == Array("one\n".utf8))
            #expect(await output.next() == nil)
            // Now that its end has been read, the output is no longer ready.
            #expect(group.check(.now) != nil)
            #expect(!group.hasLeftovers)
        }
    }

    /// Calls `body` once `echo one` has ended and nothing holds its output, before the program is reaped.
    private func withEndedProgram(_ body: (pid_t, OutputPipe) async throws -> Void) async throws {
        let output = try OutputPipe()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, output.writeEnd, 1)
        var id: pid_t = 0
        var arguments = [strdup("echo"), strdup("one"), nil]
        defer { arguments.forEach { free($0) } }
        let fault = posix_spawn(&id, "/bin/echo", &actions, nil, &arguments, nil)
        try #require(fault == 0)
        defer { waitpid(id, nil, 0) }
        close(output.writeEnd)
        await ProgramGroup.end(of: id)
        // Programs that other tests are starting may hold it for a moment.
        let isClosed = try await eventually { output.isClosed }
        try #require(isClosed)
        try await body(id, output)
    }
}
