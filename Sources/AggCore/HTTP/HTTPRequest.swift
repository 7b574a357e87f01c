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

/// A secret header field, such as `Authorization` or `X-App-Token`; its description never shows the secret.
public struct Credential: Hashable, Sendable, CustomStringConvertible {
    /// The name of the header field.
    public let header: String
    /// The value, secret.
    public let value: String

    /// Makes a credential.
    public init(header: String, value: String) {
        self.header = header
        self.value = value
    }

    /// The name of the field, the secret left out.
    public var description: String { "\(header): ***" }
}

/// Which answers are asked for again before they count: statuses, and how often at most.
///
/// `Retry-After` decides the wait where it is given (seconds or a date, RFC 9110 section 10.2.3), else an exponential
/// back-off with jitter from `firstDelay` on. A wait beyond the network's `max_wait` is not waited for.
public struct RetryPolicy: Hashable, Sendable {
    /// The statuses that are asked for again.
    public var statuses: Set<Int>
    /// Attempts in all, the first one included.
    public var attempts: Int
    /// The first wait where the server names none.
    public var firstDelay: Duration

    /// Makes a policy.
    public init(statuses: Set<Int>, attempts: Int, firstDelay: Duration = .milliseconds(250)) {
        self.statuses = statuses
        self.attempts = attempts
        self.firstDelay = firstDelay
    }

    /// Three attempts for 429 and for a gateway's passing troubles (502, 503, 504).
    public static let standard = RetryPolicy(statuses: [429, 502, 503, 504], attempts: 3)
    /// One attempt, whatever comes.
    public static let none = RetryPolicy(statuses: [], attempts: 1)
}
