public import Foundation

/// The configuration of one source: its id, its kind, and the parameter values, including defaults.
public struct SourceConfiguration: Hashable, Sendable {
    /// The id of the source.
    public var id: SourceID
    /// The kind the source is an instance of.
    public var kind: SourceKind
    /// The parameter values by name.
    public var values: [String: ParameterValue]

    /// Creates a configuration.
    public init(id: SourceID, kind: SourceKind, values: [String: ParameterValue] = [:]) {
        self.id = id
        self.kind = kind
        self.values = values
    }

    /// The text value of a parameter, or nil if absent.
    public func text(_ name: String) -> String? {
        if case .text(let text) = values[name] { text } else { nil }
    }

    /// The URL value of a parameter, or nil if absent.
    public func url(_ name: String) -> URL? {
        if case .url(let url) = values[name] { url } else { nil }
    }

    /// The integer value of a parameter, or nil if absent.
    public func integer(_ name: String) -> Int? {
        if case .integer(let number) = values[name] { number } else { nil }
    }

    /// The decimal value of a parameter, or nil if absent.
    public func decimal(_ name: String) -> Double? {
        if case .decimal(let number) = values[name] { number } else { nil }
    }

    /// The Boolean value of a parameter, or nil if absent.
    public func boolean(_ name: String) -> Bool? {
        if case .boolean(let flag) = values[name] { flag } else { nil }
    }

    /// The list value of a parameter, or nil if absent.
    public func list(_ name: String) -> [String]? {
        if case .list(let texts) = values[name] { texts } else { nil }
    }

    /// The mapping value of a parameter, or nil if absent.
    public func mapping(_ name: String) -> JSONObject? {
        if case .mapping(let object) = values[name] { object } else { nil }
    }

    /// The duration value of a parameter, or nil if absent.
    public func duration(_ name: String) -> Duration? {
        if case .duration(let span) = values[name] { span } else { nil }
    }
}

/// A source's entry in a configuration file, before it is merged with the built-in entry and validated.
public struct SourceEntry: Hashable, Sendable {
    /// A text from the configuration and its location.
    public struct Text: Hashable, Sendable {
        /// The text as written.
        public var text: String
        /// Its location, if known.
        public var place: ConfigurationPlace?
        /// The value as JSON: a list, a mapping, or a scalar with the type of its unquoted text; nil for text only.
        public var json: JSONValue?

        /// Creates a text with an optional location.
        public init(_ text: String, at place: ConfigurationPlace? = nil) {
            self.text = text
            self.place = place
        }

        /// Creates a text from a JSON value; without a given text, it is the value's JSON.
        public init(_ json: JSONValue, text: String? = nil, at place: ConfigurationPlace? = nil) {
            self.init(text ?? json.text, at: place)
            self.json = json
        }
    }

    /// The id of the source, as written.
    public var id: Text
    /// The kind; required unless the id is that of a built-in source.
    public var kind: Text?
    /// Whether the source is loaded.
    public var isEnabled: Bool
    /// All other keys and their values, in file order.
    public var values: [(name: Text, value: Text)]

    /// Creates an entry.
    public init(id: Text, kind: Text? = nil, isEnabled: Bool = true, values: [(name: Text, value: Text)] = []) {
        self.id = id
        self.kind = kind
        self.isEnabled = isEnabled
        self.values = values
    }

    /// Creates the entry of a built-in source, with values written as in a configuration file.
    public init(builtIn id: String, kind: SourceKind, _ values: KeyValuePairs<String, String> = [:]) {
        self.init(id: Text(id), kind: Text(kind.description), values: values.map { (Text($0.key), Text($0.value)) })
    }

    /// Compares all parts, including the locations.
    public static func == (left: SourceEntry, right: SourceEntry) -> Bool {
        left.id == right.id && left.kind == right.kind && left.isEnabled == right.isEnabled
            && left.values.elementsEqual(right.values, by: ==)
    }

    /// Hashes only the id, which is enough to tell entries apart.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}

/// The id of a configured source, such as `cities` or `chicago-inspections`: lowercase letters, digits, and hyphens.
public struct SourceID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The text of the id.
    public let description: String

    /// Creates an id; nil unless it is 1 to 64 characters from `a`…`z`, `0`…`9`, and `-`, and does not start with a
    /// hyphen.
    public init?(_ text: String) {
        guard (1...64).contains(text.utf8.count), text.utf8.first != UInt8(ascii: "-") else { return nil }
        guard text.utf8.allSatisfy({ $0.isASCIILowercase || $0.isASCIIDigit || $0 == 45 }) else {
            return nil
        }
        description = text
    }

    /// Orders ids by their text.
    public static func < (left: SourceID, right: SourceID) -> Bool { left.description < right.description }
}

/// The name of a kind of source, such as `soda`; spelled like a source id.
public struct SourceKind: Hashable, Sendable, Comparable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The text of the name.
    public let description: String

    /// Creates a kind from its name; the registry checks the spelling.
    public init(stringLiteral name: String) { description = name }

    /// Creates a kind from its name; the registry checks the spelling.
    public init(_ name: String) { description = name }

    /// Orders kinds by their name.
    public static func < (left: SourceKind, right: SourceKind) -> Bool { left.description < right.description }
}
