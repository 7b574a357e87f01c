import Dispatch
import Testing

@testable import AggShell

@Suite struct BlockingWaitTests {
    private static func onThread<Answer: Sendable>(_ body: @escaping @Sendable () -> Answer) async -> Answer {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "test").async { continuation.resume(returning: body()) }
        }
    }

    @Test func `returns what the task returns`() async {
        let answer = await Self.onThread { blockingWait(atMost: .seconds(30)) { 42 } }
        #expect(answer == 42)
    }

    @Test func `gives up after the time limit`() async {
        let answer = await Self.onThread {
            blockingWait(atMost: .milliseconds(10)) {
                try? await Task.sleep(for: .seconds(60))
                return 42
            }
        }
        #expect(answer == nil)
    }
}
