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
