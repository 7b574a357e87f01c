import AggCommands
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import AggShell

@Suite(.serialized) struct InterruptedScriptTests {
    /// A script that never arrives.
    private struct SilentReader: LineReader {
        func readLine(prompt: String) async -> LineInput {
            try? await Task.sleep(for: .seconds(3_600))
            return .endOfInput
        }

        func announce(_ notice: String) {}
    }

    /// A script that is interrupted in the middle of a statement.
    private final class CutReader: LineReader {
        private let hasBegun = Mutex(false)

        func readLine(prompt: String) async -> LineInput {
            hasBegun.withLock { hasBegun in
                defer { hasBegun = true }
                return hasBegun ? .interrupted : .line("sql SELECT (1,")
            }
        }

        func announce(_ notice: String) {}
    }

    @Test func `a hang-up after the end of the session has no effect`() throws {
        // The test runner may ignore hang-ups.
        signal(SIGHUP, SIG_DFL)
        do { _ = try #require(InterruptMonitor()) }
        kill(getpid(), SIGHUP)
    }

    @Test(.timeLimit(.minutes(5)), arguments: ["read", "ok >"])
    func `Ctrl-C during a command still counts if it would then wait for a pipe`(command: String) async throws {
        let folder = try TemporaryFolder()
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        var bench = try SessionBench()
        bench.interrupts = InterruptMonitor()
        // The command completes although it is interrupted, since it has no time to notice.
        bench.interrupts?.deliver(.interrupt)
        let statement = try #require(CommandLine("\(command) \(folder.path("pipe"))").statements.first)
        #expect(await bench.executor.execute(statement).status == .interrupted)
        #expect(bench.complaints == "agg: interrupted\n")
    }

    @Test func `Ctrl-C ends a script even if the next line has arrived`() async throws {
        let bench = try SessionBench()
        let monitor = try #require(InterruptMonitor())
        monitor.deliver(.interrupt)
        let session = ScriptSession(
            reader: TextLineReader("ok\n", streams: bench.streams), executor: bench.executor, streams: bench.streams,
            interrupts: monitor)
        #expect(await session.run() == .interrupted)
        #expect(bench.written.isEmpty)
    }

    @Test func `Ctrl-C during an unfinished statement does not run it`() async throws {
        let bench = try SessionBench()
        let session = ScriptSession(
            reader: CutReader(), executor: bench.executor, streams: bench.streams, interrupts: nil)
        #expect(await session.run() == .interrupted)
        #expect(bench.written.isEmpty && bench.complaints.isEmpty)
    }

    @Test(arguments: [ProcessSignal.interrupt, .terminate, .hangUp])
    func `waiting for a script can be interrupted`(signal: ProcessSignal) async throws {
        let bench = try SessionBench()
        let monitor = try #require(InterruptMonitor())
        let session = ScriptSession(
            reader: SilentReader(), executor: bench.executor, streams: bench.streams, interrupts: monitor)
        let ended = Task { await session.run() }
        let ticking = Task {
            while !Task.isCancelled {
                monitor.deliver(signal)
                try? await Task.sleep(for: .milliseconds(5))
            }
        }
        #expect(await ended.value == .interrupted)
        ticking.cancel()
    }
}
