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
