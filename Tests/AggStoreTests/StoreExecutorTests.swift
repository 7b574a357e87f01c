import AggStorage
import Dispatch
import Testing

@Suite struct StoreExecutorTests {
    /// On a machine with up to four cores, such work would otherwise block the pool, and with it every other task.
    @Test func `work that waits leaves the shared threads to others, even if it is not async`() async {
        let gate = DispatchSemaphore(value: 0)
        let outcomes = await withTaskGroup(of: DispatchTimeoutResult?.self) { group in
            for _ in 0..<4 {
                group.addTask { await StoreExecutor.files.run { gate.wait(timeout: .now() + 20) } }
            }
            group.addTask {
                for _ in 0..<4 { gate.signal() }
                return nil
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.compactMap(\.self) == [.success, .success, .success, .success])
    }
}
