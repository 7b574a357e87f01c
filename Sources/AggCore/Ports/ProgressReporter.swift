/// Where a load says how far it is; called often, from any task, and never waits.
public struct ProgressReporter: Sendable {
    private let send: @Sendable (LoadProgress) -> Void

    /// Makes a reporter of a function.
    public init(_ send: @escaping @Sendable (LoadProgress) -> Void) {
        self.send = send
    }

    /// Says how far the load is.
    public func report(_ progress: LoadProgress) { send(progress) }

    /// A reporter that nobody listens to.
    public static let silent = ProgressReporter { _ in }
}

/// A step of a load.
public enum LoadProgress: Hashable, Sendable {
    /// Bytes of the running request received so far, and how many are expected where the server said so.
    case bytes(received: Int, expected: Int?)
    /// Records staged so far.
    case records(Int)
    /// The load waits until a rate limit ends or a retry is due; the reason is part of a sentence.
    case waiting(reason: String, seconds: Int)
    /// All is fetched; the rows are being put into the store.
    case committing
}
