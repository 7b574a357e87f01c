import Synchronization

/// A value that a test changes while a server on other threads reads it.
final class Changing<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: Value) {
        state = Mutex(value)
    }

    var value: Value {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    /// Reads and changes the value in one step.
    func change<Result>(_ body: (inout Value) -> Result) -> Result where Result: Sendable {
        state.withLock { body(&$0) }
    }
}
