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
