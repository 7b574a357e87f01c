import Dispatch
import Synchronization

/// A value that a test changes while a server on other threads reads it or waits for it.
final class Changing<Value: Sendable>: Sendable {
    private struct Waiter {
        let isMet: @Sendable (Value) -> Bool
        let wake: @Sendable () -> Void
    }

    private struct State {
        var value: Value
        var waiters: [Waiter] = []

        /// Removes and returns the waiters whose condition the value meets.
        mutating func woken() -> [Waiter] {
            let woken = waiters.filter { $0.isMet(value) }
            if !woken.isEmpty { waiters.removeAll { $0.isMet(value) } }
            return woken
        }
    }

    private let state: Mutex<State>

    init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    var value: Value {
        get { state.withLock { $0.value } }
        set { change { $0 = newValue } }
    }

    /// Reads and changes the value in one step.
    @discardableResult
    func change<Result>(_ body: (inout Value) -> Result) -> Result where Result: Sendable {
        let (result, woken) = state.withLock { state in
            let result = body(&state.value)
            return (result, state.woken())
        }
        for waiter in woken { waiter.wake() }
        return result
    }

    /// Blocks the thread, such as a server's, until the value meets a condition; false if the time is up before.
    @discardableResult
    func wait(_ limit: DispatchTimeInterval = .seconds(60), until isMet: @escaping @Sendable (Value) -> Bool) -> Bool {
        let semaphore = DispatchSemaphore(value: 0)
        let mustWait = state.withLock { state in
            if isMet(state.value) { return false }
            state.waiters.append(Waiter(isMet: isMet) { semaphore.signal() })
            return true
        }
        return !mustWait || semaphore.wait(timeout: .now() + limit) == .success
    }

    /// Suspends the test until the value meets a condition; false if that takes more than a minute.
    func reaches(_ isMet: @escaping @Sendable (Value) -> Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "agg.tests.waiting").async { continuation.resume(returning: self.wait(until: isMet)) }
        }
    }
}
