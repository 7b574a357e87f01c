public import Foundation

/// A GET request, or one for the head of its answer alone, for the HTTP port; `http`, `https` and `file` addresses are served.
public struct HTTPRequest: Hashable, Sendable {
    /// The address asked.
    public var url: URL
    /// Header fields beside those that the client sets itself (`User-Agent`, `Accept-Encoding`).
    public var headers: HTTPHeaders
    /// What makes the request conditional: the validators of the answer that is already held.
    public var validators: Validators?
    /// A secret for the address's own host and port; never sent elsewhere, across redirects neither.
    public var credential: Credential?
    /// Which answers are asked for again.
    public var retry: RetryPolicy
    /// How many requests its host gets at once, this one included; the smallest number that a host was asked with counts.
    public var requestsPerHost = SourcePolicy.standardRequestsPerHost
    /// Whether only status and header fields are wanted (HEAD); the body of the answer is empty then.
    public var asksForHeadOnly = false

    /// Makes a request.
    public init(
        _ url: URL,
        headers: HTTPHeaders = [:],
        validators: Validators? = nil,
        credential: Credential? = nil,
        retry: RetryPolicy = .standard
    ) {
        self.url = url
        self.headers = headers
        self.validators = validators
        self.credential = credential
        self.retry = retry
    }
}
