/// The port for outside access: answers GET requests for http, https, and file URLs.
///
/// A conformer limits the number of concurrent requests per host and port, retries according to the request's policy,
/// sends credentials only to their own host, refuses redirects to `file:` and bodies beyond the limit, and decompresses
/// content encodings.
public protocol HTTPClient: Sendable {
    /// Sends a request and returns its final response, whatever the status.
    ///
    /// `progress` is notified of every piece received. If a conditional request gets a 304, the response has that
    /// status and an empty body.
    ///
    /// - Throws: `SourceError.offline`, `.timedOut`, `.refused`, `.tooLarge`, `.invalidData` (a truncated body),
    ///   `.notFound` (a file), `.unreadable`, `.cancelled`.
    func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse
}

/// Receives the progress of a load; called often, from any task, and never blocks.
public struct ProgressReporter: Sendable {
    private let send: @Sendable (LoadProgress) -> Void

    /// Creates a reporter that calls a function.
    public init(_ send: @escaping @Sendable (LoadProgress) -> Void) {
        self.send = send
    }

    /// Reports progress.
    public func report(_ progress: LoadProgress) { send(progress) }

    /// A reporter that does nothing.
    public static let silent = ProgressReporter { _ in }
}

/// A step of a load.
public enum LoadProgress: Hashable, Sendable {
    /// Bytes of the current request received so far, and the expected total if the server sent one.
    case bytes(received: Int, expected: Int?)
    /// Records staged so far.
    case records(Int)
    /// The load is waiting for a rate limit to end or for a retry; the reason is part of a sentence.
    case waiting(reason: String, seconds: Int)
    /// Everything has been fetched; the rows are being written to the store.
    case committing
}
