public import Foundation

/// A key that the configuration of a source may hold.
public struct Parameter: Hashable, Sendable {
    /// What values a parameter takes.
    public enum Kind: Hashable, Sendable {
        /// Any text.
        case text
        /// An http, https or file address.
        case url
        /// A whole number in a range.
        case integer(ClosedRange<Int>)
        /// A number with a fraction, in a range.
        case decimal(ClosedRange<Double>)
        /// `true` or `false`.
        case boolean
        /// A span of time such as `24h` or `7d`.
        case duration
        /// One of the texts.
        case choice([String])

        /// What is expected, as part of a sentence.
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

        /// Reads a configured text; nil if it is not of this kind.
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

    /// The key, in lower case with underscores; a dot leads into a nested mapping.
    public var name: String
    /// What values it takes.
    public var kind: Kind
    /// The value used where the configuration has none, as the configuration would write it.
    public var defaultText: String?
    /// One sentence of help.
    public var help: String

    /// Makes a parameter.
    public init(_ name: String, _ kind: Kind, default defaultText: String? = nil, help: String) {
        self.name = name
        self.kind = kind
        self.defaultText = defaultText
        self.help = help
    }
}

/// A value of a parameter, read from its text.
public enum ParameterValue: Hashable, Sendable {
    /// A text or a choice.
    case text(String)
    /// An address.
    case url(URL)
    /// A whole number.
    case integer(Int)
    /// A number with a fraction.
    case decimal(Double)
    /// A flag.
    case boolean(Bool)
    /// A span of time.
    case duration(Duration)
}

extension Parameter {
    /// The parameter of every kind whose sources have a token: the command that prints it.
    public static let tokenCommand = Parameter(
        tokenCommandName, .text,
        help: "A command whose first line of output is the token, run where the variable of the environment has none.")

    package static let tokenCommandName = "token_command"
}
