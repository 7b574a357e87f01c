import Synchronization

/// Where the lines of the log go; one line at a time, from any task.
final class LogDestination: Sendable {
    private let write: Mutex<@Sendable (String) -> Void>

    init(_ write: @escaping @Sendable (String) -> Void) {
        self.write = Mutex(write)
    }

    func send(_ line: String) { write.withLock { $0(line) } }

    /// Sends the lines elsewhere from now on, such as above the prompt.
    func redirect(to write: @escaping @Sendable (String) -> Void) {
        self.write.withLock { $0 = write }
    }
}
