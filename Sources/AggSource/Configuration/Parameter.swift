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
        /// A list of texts.
        case list
        /// A mapping of names to values of any kind.
        case mapping

        /// A description of the expected value, for use in a sentence.
        package var expectation: String {
            switch self {
            case .text: "text"
            case .url: "an http, https, or file URL"
            case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
            case .decimal(let range):
                "a number from \(JSONWriter.shortest(range.lowerBound)) to \(JSONWriter.shortest(range.upperBound))"
            case .boolean: "true or false"
            case .duration: "a duration such as 24h, 7d, or 30s"
            case .choice(let texts): "one of \(texts.joined(separator: ", "))"
            case .list: "a list"
            case .mapping: "a mapping"
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
                    ? !url.path(percentEncoded: true).isEmpty
                    : ["http", "https"].contains(scheme) && url.host?.isEmpty == false
                return isServed ? .url(url) : nil
            case .integer(let range): return Int(text).flatMap { range.contains($0) ? .integer($0) : nil }
            case .decimal(let range): return Double(text).flatMap { range.contains($0) ? .decimal($0) : nil }
            case .boolean: return Bool(text).map(ParameterValue.boolean)
            case .duration: return Age.parse(text).map(ParameterValue.duration)
            case .choice(let texts): return texts.contains(text) ? .text(text) : nil
            case .list, .mapping: return nil
            }
        }

        /// Parses a configured value; nil if it doesn't fit this type.
        package func parse(_ value: SourceEntry.Text) -> ParameterValue? {
            switch (self, value.json) {
            case (.list, .array(let items)?):
                let texts = items.compactMap(Self.text)
                return texts.count == items.count ? .list(texts) : nil
            case (.mapping, .object(let object)?): return .mapping(object)
            case (.list, _), (.mapping, _): return nil
            case (_, .array?), (_, .object?): return nil
            default: return parse(value.text)
            }
        }

        /// A scalar value as written.
        private static func text(_ json: JSONValue) -> String? {
            switch json {
            case .string(let text): text
            case .array, .object, .null: nil
            default: json.text
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
    /// Whether the value selects the data to read, such as a data set or a condition; sources that differ in it are
    /// different sources, as are those that differ in a URL.
    public var selectsData: Bool
    /// Whether the value is a program to run; a file that others can write to must not set it.
    public var namesProgram: Bool
    /// Whether other values may lead to other rows; if not, the stored rows remain current when the value changes.
    public var affectsRows: Bool

    /// Creates a parameter.
    public init(
        _ name: String, _ kind: Kind, default defaultText: String? = nil, selectsData: Bool = false,
        namesProgram: Bool = false, affectsRows: Bool = true, help: String
    ) {
        self.name = name
        self.kind = kind
        self.defaultText = defaultText
        self.selectsData = selectsData
        self.namesProgram = namesProgram
        self.affectsRows = affectsRows
        self.help = help
    }

    /// Whether a configuration key belongs to the parameter: its name or, for a mapping, the path of a member.
    package func takes(_ key: String) -> Bool {
        key == name || kind == .mapping && key.hasPrefix(name + ".")
    }
}

/// A parsed parameter value.
public enum ParameterValue: Hashable, Sendable {
    /// Text, or one of the listed choices.
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
    /// Several texts.
    case list([String])
    /// Named values.
    case mapping(JSONObject)
}

extension Parameter {
    /// The parameter for the command that prints the token, shared by every kind whose sources take a token.
    public static let tokenCommand = Parameter(
        tokenCommandName, .text, namesProgram: true, affectsRows: false,
        help:
            "A command that prints the token as its first line of output; used if the environment variable "
            + "for the token is not set.")

    package static let tokenCommandName = "token_command"
}
