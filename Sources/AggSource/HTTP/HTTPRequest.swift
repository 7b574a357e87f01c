public import Foundation

/// A GET, HEAD, or POST request for the HTTP port; supports `http`, `https`, and `file` URLs.
public struct HTTPRequest: Hashable, Sendable {
    /// The URL to request.
    public var url: URL
    /// Header fields in addition to those the client sets itself (`User-Agent`, `Accept-Encoding`).
    public var headers: HTTPHeaders
    /// The validators of the response already held, which make the request conditional.
    public var validators: Validators?
    /// A secret for the URL's own host and port; never sent anywhere else, not even after a redirect.
    public var credential: Credential?
    /// When to retry.
    public var retry: RetryPolicy
    /// How many requests its host gets at once, including this one; the smallest number ever requested for a host
    /// applies.
    public var requestsPerHost = SourcePolicy.standardRequestsPerHost
    /// Whether to request only the status and headers (HEAD); the response body is then empty.
    public var asksForHeadOnly = false
    /// The body of a POST request, whose redirects are not followed; nil for GET and HEAD.
    package var content: String?
    /// Whether to refuse a host that resolves to this machine.
    package var refusesLoopback = false

    /// Creates a request.
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

/// The header fields of a request or response; names are compared case-insensitively (RFC 9110, section 5.1).
public struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private var fields: [String: String] = [:]

    /// Creates headers from names and values; if a name is repeated, the last value wins.
    public init(_ fields: some Sequence<(String, String)>) {
        for (name, value) in fields { self[name] = value }
    }

    /// Creates headers from a literal such as `["Accept": "application/json"]`.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements)
    }

    /// The value of a field, or nil if absent.
    public subscript(name: String) -> String? {
        get { fields[name.lowercased()] }
        set { fields[name.lowercased()] = newValue }
    }

    /// All fields in name order, with names in lower case.
    public var all: [(name: String, value: String)] {
        fields.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    }
}

/// A secret header field, such as `Authorization` or `X-App-Token`; its description never shows the secret.
public struct Credential: Hashable, Sendable, CustomStringConvertible {
    /// The name of the header field.
    public let header: String
    /// The secret value.
    public let value: String

    /// Creates a credential.
    public init(header: String, value: String) {
        self.header = header
        self.value = value
    }

    /// The name of the field, without the secret.
    public var description: String { "\(header): ***" }
}
