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
