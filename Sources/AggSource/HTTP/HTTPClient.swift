/// The port to what is outside: answers GET requests for http, https and file addresses.
///
/// A conformer sends a host and port only as many requests at once as they allow, retries as the request's policy says, keeps credentials
/// to their host, refuses redirects to `file:` and bodies beyond the limit, and inflates content encodings.
public protocol HTTPClient: Sendable {
    /// Sends a request and returns its final answer, whatever the status.
    ///
    /// `progress` hears of every piece received. A conditional request that is answered 304 comes back with that status
    /// and an empty body.
    ///
    /// - Throws: `SourceError.offline`, `.timedOut`, `.refused`, `.tooLarge`, `.invalidData` (a body that was cut
    ///   short), `.notFound` (a file), `.unreadable`, `.cancelled`.
    func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse
}

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
