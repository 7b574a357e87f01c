public import Foundation

/// A key allowed in the configuration of a source.
public struct Parameter: Hashable, Sendable {
    /// The type of a parameter's value.
    public enum Kind: Hashable, Sendable {
        /// Any text.
        case text
        /// An http, https, or file URL.
        case url
        /// An integer within a range.
        case integer(ClosedRange<Int>)
        /// A decimal number within a range.
        case decimal(ClosedRange<Double>)
        /// `true` or `false`.
        case boolean
        /// A duration such as `24h` or `7d`.
        case duration
        /// One of the listed values.
        case choice([String])

        /// A description of the expected value, for use in a sentence.
        package var expectation: String {
            switch self {
            case .text: "a text"
            case .url: "an http, https or file address"
            case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
            case .decimal(let range):
                "a number from \(JSONWriter.shortest(range.lowerBound)) to \(JSONWriter.shortest(range.upperBound))"
            case .boolean: "true or false"
            case .duration: "a span of time such as 24h, 7d or 30s"
            case .choice(let texts): "one of \(texts.joined(separator: ", "))"
            }
        }

        /// Parses a configured value; nil if it doesn't fit this type.
        package func parse(_ text: String) -> ParameterValue? {
            switch self {
            case .text: return .text(text)
            case .url:
                guard let url = URL(string: text), let scheme = url.scheme?.lowercased() else { return nil }
                let isServed =
                    scheme == "file"
                    ? !url.path.isEmpty : ["http", "https"].contains(scheme) && url.host?.isEmpty == false
                return isServed ? .url(url) : nil
            case .integer(let range): return Int(text).flatMap { range.contains($0) ? .integer($0) : nil }
            case .decimal(let range): return Double(text).flatMap { range.contains($0) ? .decimal($0) : nil }
            case .boolean: return Bool(text).map(ParameterValue.boolean)
            case .duration: return Age.parse(text).map(ParameterValue.duration)
            case .choice(let texts): return texts.contains(text) ? .text(text) : nil
            }
        }
    }

    /// The key, in lower case with underscores; a dot separates the keys of nested mappings.
    public var name: String
    /// The type of the value.
    public var kind: Kind
    /// The default value, written as it would be in the configuration file.
    public var defaultText: String?
    /// A one-sentence description.
    public var help: String

    /// Creates a parameter.
    public init(_ name: String, _ kind: Kind, default defaultText: String? = nil, help: String) {
        self.name = name
        self.kind = kind
        self.defaultText = defaultText
        self.help = help
    }
}

/// A parsed parameter value.
public enum ParameterValue: Hashable, Sendable {
    /// A text, or one of a list of choices.
    case text(String)
    /// A URL.
    case url(URL)
    /// An integer.
    case integer(Int)
    /// A decimal number.
    case decimal(Double)
    /// A Boolean.
    case boolean(Bool)
    /// A duration.
    case duration(Duration)
}

extension Parameter {
    /// The parameter for the command that prints the token, shared by every kind whose sources take a token.
    public static let tokenCommand = Parameter(
        tokenCommandName, .text,
        help: "A command whose first line of output is the token, run where the variable of the environment has none.")

    package static let tokenCommandName = "token_command"
}
