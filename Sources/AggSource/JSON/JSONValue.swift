/// A value of a JSON text, with its numbers as precise as they were written.
///
/// Values are equal when they are of the same kind and content; `integer(28)` and `decimal(28)` are not equal, and
/// members of objects count in their order.
public enum JSONValue: Hashable, Sendable {
    /// The literal `null`.
    case null
    /// One of the literals `true` and `false`.
    case boolean(Bool)
    /// A whole number without point or exponent that fits 64 bits.
    case integer(Int64)
    /// Any other number that a double gives back with all the digits it was written with.
    case decimal(Double)
    /// The text of a number with more digits, or a greater or smaller exponent, than the other two can hold.
    case number(String)
    /// A text, its escapes resolved.
    case string(String)
    /// A list of values.
    case array([JSONValue])
    /// A list of named values.
    case object(JSONObject)
}

extension JSONValue {
    /// Reads one JSON text (RFC 8259), strictly.
    ///
    /// The text is UTF-8, with or without a byte order mark, and nests at most 512 levels deep. An escaped surrogate without
    /// its partner becomes U+FFFD, the replacement character.
    ///
    /// - Throws: `JSONError` with the place where the text is none, or is nested too deep.
    public init(parsing bytes: Span<UInt8>) throws(JSONError) {
        var parser = JSONParser()
        self = try parser.document(bytes)
    }

    /// Reads one JSON text from an array of bytes.
    ///
    /// - Throws: `JSONError` as for a span.
    public init(parsing bytes: [UInt8]) throws(JSONError) {
        try self.init(parsing: bytes.span)
    }

    /// Reads one JSON text from a part of an array of bytes.
    ///
    /// - Throws: `JSONError` as for a span; its offset counts from the part's beginning.
    public init(parsing bytes: ArraySlice<UInt8>) throws(JSONError) {
        try self.init(parsing: bytes.span)
    }

    /// Reads one JSON text from a string.
    ///
    /// - Throws: `JSONError` as for a span; its offset counts bytes of UTF-8.
    public init(parsing text: String) throws(JSONError) {
        try self.init(parsing: Array(text.utf8).span)
    }
}

extension JSONValue {
    /// The member of an object with this name; nil if there is none or the value is no object.
    public subscript(name: String) -> JSONValue? {
        objectValue?[name]
    }

    /// The text of a string; nil for any other value, numbers included.
    public var stringValue: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The whole number, also of a decimal without a fraction such as `28.0`; nil for any other value.
    public var intValue: Int? {
        switch self {
        case .integer(let number): Int(exactly: number)
        case .decimal(let number): Int(exactly: number)
        default: nil
        }
    }

    /// The number as a double, rounded where it has more digits; nil for any other value and for a number out of range.
    public var doubleValue: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .decimal(let number): number
        case .number(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    /// The boolean; nil for any other value.
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

    /// What kind of value this is, with its article, for a sentence: “expected an array, found a string”.
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
    /// Makes a text of a literal.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Makes a whole number of a literal.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// Makes a truth value of a literal.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// Makes an object of the members of a literal, in its order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member($0.0, $0.1) }))
    }
}

extension JSONValue {
    /// The value as compact JSON, without a blank between its tokens.
    public var text: String {
        var writer = JSONWriter()
        writer.write(self)
        return writer.text
    }
}

/// The members of a JSON object, in the order they were written.
///
/// Members are looked up one after the other, which suits the objects of public data: a handful of members, at most a few
/// hundred.
public struct JSONObject: Hashable, Sendable {
    /// One named value of an object.
    public struct Member: Hashable, Sendable {
        /// The name, its escapes resolved.
        public var name: String
        /// The value.
        public var value: JSONValue

        /// Makes a member.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// All members, repeated names included.
    public private(set) var members: [Member]

    /// Makes an object of members in this order.
    public init(_ members: [Member] = []) {
        self.members = members
    }

    /// The value of a member, or nil if there is none of this name; the last one of a repeated name counts.
    ///
    /// Setting a value replaces that of an existing member or appends a member; setting nil removes all of the name.
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
    /// Makes an object of the members of a literal, in its order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.map { Member($0.0, $0.1) })
    }
}
