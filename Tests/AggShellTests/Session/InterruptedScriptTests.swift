import AggCommands
import Glibc
import Testing

@testable import AggShell

@Suite(.serialized) struct InterruptedScriptTests {
    /// A script that never comes.
    private struct SilentReader: LineReader {
        func readLine(prompt: String) async -> LineInput {
            try? await Task.sleep(for: .seconds(3_600))
            return .endOfInput
        }

        func announce(_ notice: String) {}
    }

    @Test func `a hang-up that comes when the session is over ends nothing`() throws {
        // What runs the tests may ignore hang-ups.
        signal(SIGHUP, SIG_DFL)
        do { _ = try #require(InterruptMonitor()) }
        kill(getpid(), SIGHUP)
    }

    @Test(arguments: [ProcessSignal.interrupt, .terminate, .hangUp])
    func `a script that is waited for can be interrupted`(signal: ProcessSignal) async throws {
        let bench = try SessionBench()
        let monitor = try #require(InterruptMonitor())
        let session = ScriptSession(
            reader: SilentReader(), executor: bench.executor, streams: bench.streams, interrupts: monitor)
        let ended = Task { await session.run() }
        let ticking = Task {
            while !Task.isCancelled {
                monitor.deliver([signal.rawValue])
                try? await Task.sleep(for: .milliseconds(5))
            }
        }
        #expect(await ended.value == .interrupted)
        ticking.cancel()
    }
}
