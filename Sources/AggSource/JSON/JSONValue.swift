/// A JSON value that keeps the full precision of its numbers.
///
/// Values are equal if they have the same type and content: `integer(28)` and `decimal(28)` differ, and so do objects
/// whose members are in a different order.
public enum JSONValue: Hashable, Sendable {
    /// The literal `null`.
    case null
    /// The literal `true` or `false`.
    case boolean(Bool)
    /// An integer without a point or exponent that fits in 64 bits.
    case integer(Int64)
    /// Any other number that a double represents with all its digits.
    case decimal(Double)
    /// The text of a number with too many digits or too large an exponent for the other two.
    case number(String)
    /// A string, with its escapes resolved.
    case string(String)
    /// A list of values.
    case array([JSONValue])
    /// A list of named values.
    case object(JSONObject)
}

extension JSONValue {
    /// Parses one JSON text (RFC 8259), strictly.
    ///
    /// The text is UTF-8, with or without a byte order mark, nested up to 512 levels deep. An escaped surrogate without
    /// its partner becomes U+FFFD, the replacement character.
    ///
    /// - Throws: `JSONError` with the location if the text is malformed or nested too deep.
    public init(parsing bytes: Span<UInt8>) throws(JSONError) {
        var parser = JSONParser()
        self = try parser.document(bytes)
    }

    /// Parses one JSON text from an array of bytes.
    ///
    /// - Throws: `JSONError` as for a span.
    public init(parsing bytes: [UInt8]) throws(JSONError) {
        try self.init(parsing: bytes.span)
    }

    /// Parses one JSON text from an array slice.
    ///
    /// - Throws: `JSONError` as for a span; its offset counts from the start of the slice.
    public init(parsing bytes: ArraySlice<UInt8>) throws(JSONError) {
        try self.init(parsing: bytes.span)
    }

    /// Parses one JSON text from a string.
    ///
    /// - Throws: `JSONError` as for a span; its offset counts bytes of UTF-8.
    public init(parsing text: String) throws(JSONError) {
        try self.init(parsing: Array(text.utf8).span)
    }
}

extension JSONValue {
    /// The object member with this name; nil if absent or if the value is not an object.
    public subscript(name: String) -> JSONValue? {
        objectValue?[name]
    }

    /// The text of a string; nil for any other value, including numbers.
    public var stringValue: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The integer, including a decimal without a fraction such as `28.0`; nil for any other value.
    public var intValue: Int? {
        switch self {
        case .integer(let number): Int(exactly: number)
        case .decimal(let number): Int(exactly: number)
        default: nil
        }
    }

    /// The number as a double, rounded if it has more digits; nil for any other value and for a number out of range.
    public var doubleValue: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .decimal(let number): number
        case .number(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    /// The Boolean; nil for any other value.
    public var boolValue: Bool? {
        guard case .boolean(let truth) = self else { return nil }
        return truth
    }

    /// The elements of an array; nil for any other value.
    public var arrayValue: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The object; nil for any other value.
    public var objectValue: JSONObject? {
        guard case .object(let object) = self else { return nil }
        return object
    }

    /// Whether the value is the literal `null`.
    public var isNull: Bool {
        self == .null
    }

    /// The type of the value with its article, for a sentence: “expected an array, found a string”.
    public var kind: String {
        switch self {
        case .null: "null"
        case .boolean: "a boolean"
        case .integer, .decimal, .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    /// Creates a string from a literal.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Creates an integer from a literal.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// Creates a Boolean from a literal.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
    /// Creates an array from a literal.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// Creates an object from a dictionary literal, keeping its order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member($0.0, $0.1) }))
    }
}

extension JSONValue {
    /// The value with the members of all its objects sorted by name.
    package var sortedByName: JSONValue {
        switch self {
        case .array(let items): return .array(items.map(\.sortedByName))
        case .object(let object):
            let members = object.members.map { JSONObject.Member($0.name, $0.value.sortedByName) }
            return .object(JSONObject(members.sorted { $0.name < $1.name }))
        default: return self
        }
    }
}

extension JSONValue {
    /// The value as compact JSON, without whitespace between tokens.
    public var text: String {
        var writer = JSONWriter()
        writer.write(self)
        return writer.text
    }
}

/// The members of a JSON object, in their written order.
///
/// Lookup is linear, which suits the objects of public data: a handful of members, a few hundred at most.
public struct JSONObject: Hashable, Sendable {
    /// A named value of an object.
    public struct Member: Hashable, Sendable {
        /// The name, with its escapes resolved.
        public var name: String
        /// The value.
        public var value: JSONValue

        /// Creates a member.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// All members, including repeated names.
    public private(set) var members: [Member]

    /// Creates an object from members in this order.
    public init(_ members: [Member] = []) {
        self.members = members
    }

    /// The value of a member, or nil if absent; if a name is repeated, the last value counts.
    ///
    /// Setting a value replaces the existing member or appends one; setting nil removes all members with the name.
    public subscript(name: String) -> JSONValue? {
        get {
            members.last { $0.name == name }?.value
        }
        set {
            guard let newValue else { return members.removeAll { $0.name == name } }
            if let index = members.lastIndex(where: { $0.name == name }) {
                members[index].value = newValue
            } else {
                members.append(Member(name, newValue))
            }
        }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object from a dictionary literal, keeping its order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.map { Member($0.0, $0.1) })
    }
}
