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

/// The header fields of a request or a response; names compare without regard to case (RFC 9110, section 5.1).
public struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private var fields: [String: String] = [:]

    /// Makes headers of names and values; of two equal names the last one wins.
    public init(_ fields: some Sequence<(String, String)>) {
        for (name, value) in fields { self[name] = value }
    }

    /// Makes headers of a literal such as `["Accept": "application/json"]`.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements)
    }

    /// The value of a field, or nil if absent.
    public subscript(name: String) -> String? {
        get { fields[name.lowercased()] }
        set { fields[name.lowercased()] = newValue }
    }

    /// All fields, their names in lower case, ordered by name.
    public var all: [(name: String, value: String)] {
        fields.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
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
