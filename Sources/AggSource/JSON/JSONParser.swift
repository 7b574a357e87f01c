/// Parses one JSON text held in memory.
///
/// The bytes are passed from method to method because a span cannot be stored; all other state is here. Reusing a
/// parser is faster than creating a new one, since it learns how many members the objects have.
struct JSONParser: Sendable {
    static let depthLimit = 512

    var position = 0
    /// The bytes of a string with escapes, kept to save an allocation per string.
    var unescaped: [UInt8] = []
    private var depth = 0
    /// The number of members in the last object at each depth, since most texts have many objects of the same shape.
    private var memberCounts: [Int] = []

    /// Parses a text with one value, allowing whitespace around it and a byte order mark before it.
    mutating func document(_ bytes: Span<UInt8>) throws(JSONError) -> JSONValue {
        let hasMark = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
        return try value(bytes, from: hasMark ? 3 : 0)
    }

    /// Parses one value with only whitespace around it.
    mutating func value(_ bytes: Span<UInt8>, from start: Int) throws(JSONError) -> JSONValue {
        position = start
        depth = 0
        skipBlanks(bytes)
        guard position < bytes.count else { throw error("the text is empty") }
        let value = try value(bytes, after: "at the beginning")
        skipBlanks(bytes)
        guard position == bytes.count else { throw error("there is more text after the value") }
        return value
    }

    private mutating func value(_ bytes: Span<UInt8>, after place: StaticString) throws(JSONError) -> JSONValue {
        guard position < bytes.count else { throw error("expected a value \(place), found the end of the text") }
        switch bytes[position] {
        case UInt8(ascii: "\""): return .string(try string(bytes))
        case UInt8(ascii: "{"): return .object(try object(bytes))
        case UInt8(ascii: "["): return .array(try array(bytes))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number(bytes)
        case UInt8(ascii: "t"): return try literal("true", .boolean(true), bytes)
        case UInt8(ascii: "f"): return try literal("false", .boolean(false), bytes)
        case UInt8(ascii: "n"): return try literal("null", .null, bytes)
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"):
            throw error("a value is missing \(place)")
        default: throw error("\(JSONError.character(bytes[position])) cannot start a value")
        }
    }

    private mutating func object(_ bytes: Span<UInt8>) throws(JSONError) -> JSONObject {
        let start = position
        try enter()
        var members: [JSONObject.Member] = []
        members.reserveCapacity(memberCounts[depth - 1])
        skipBlanks(bytes)
        if next(is: "}", bytes) { return leaveObject(members) }
        while true {
            guard position < bytes.count else { throw notClosed("object", start) }
            guard bytes[position] == UInt8(ascii: "\"") else {
                throw error(
                    bytes[position] == UInt8(ascii: "}")
                        ? "a member is missing after ‘,’" : "a member's name is not quoted")
            }
            let name = try string(bytes)
            skipBlanks(bytes)
            guard next(is: ":", bytes) else {
                throw position < bytes.count
                    ? error("‘:’ is missing after a member's name") : notClosed("object", start)
            }
            skipBlanks(bytes)
            members.append(JSONObject.Member(name, try value(bytes, after: "after ‘:’")))
            skipBlanks(bytes)
            if next(is: "}", bytes) { return leaveObject(members) }
            guard next(is: ",", bytes) else {
                throw position < bytes.count
                    ? error("‘,’ or ‘}’ is missing after a member") : notClosed("object", start)
            }
            skipBlanks(bytes)
        }
    }

    private mutating func array(_ bytes: Span<UInt8>) throws(JSONError) -> [JSONValue] {
        let start = position
        try enter()
        defer { depth -= 1 }
        var elements: [JSONValue] = []
        skipBlanks(bytes)
        if next(is: "]", bytes) { return elements }
        while true {
            elements.append(try value(bytes, after: elements.isEmpty ? "after ‘[’" : "after ‘,’"))
            skipBlanks(bytes)
            if next(is: "]", bytes) { return elements }
            guard next(is: ",", bytes) else {
                throw position < bytes.count
                    ? error("‘,’ or ‘]’ is missing after an element") : notClosed("array", start)
            }
            skipBlanks(bytes)
        }
    }

    private mutating func literal(
        _ name: StaticString, _ value: JSONValue, _ bytes: Span<UInt8>
    ) throws(JSONError) -> JSONValue {
        let start = position
        for index in 0..<name.utf8CodeUnitCount {
            guard position < bytes.count, bytes[position] == name.utf8Start[index] else {
                throw JSONError("expected \(name), found another word", offset: start)
            }
            position += 1
        }
        return value
    }

    /// Skips the opening bracket of an object or array.
    private mutating func enter() throws(JSONError) {
        guard depth < Self.depthLimit else {
            throw error("the text is nested more than \(Self.depthLimit) levels deep")
        }
        position += 1
        depth += 1
        if memberCounts.count < depth { memberCounts.append(0) }
    }

    private mutating func leaveObject(_ members: [JSONObject.Member]) -> JSONObject {
        depth -= 1
        memberCounts[depth] = members.count
        return JSONObject(members)
    }

    private mutating func next(is character: Unicode.Scalar, _ bytes: Span<UInt8>) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks(_ bytes: Span<UInt8>) {
        while position < bytes.count, bytes[position].isJSONBlank { position += 1 }
    }

    func error(_ reason: String) -> JSONError {
        JSONError(reason, offset: position)
    }

    private func notClosed(_ kind: String, _ start: Int) -> JSONError {
        JSONError("an \(kind) is not closed", offset: start)
    }
}

extension UInt8 {
    /// Whether this is one of the four JSON whitespace characters: space, tab, line feed, carriage return.
    @inline(__always) var isJSONBlank: Bool {
        self <= 0x20 && (self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09)
    }
}

extension JSONError {
    /// A byte of a text in readable form.
    static func character(_ byte: UInt8) -> String {
        (0x21...0x7E).contains(byte)
            ? "‘\(Unicode.Scalar(byte))’" : "byte 0x\(String(byte, radix: 16, uppercase: true))"
    }
}

/// A JSON error and its location.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as a clause for a person: “a value is missing after ‘:’”.
    public var reason: String
    /// The byte offset from the beginning of the text or stream.
    public var offset: Int
    /// The number of the affected list item, starting at 1, if read by a ``JSONItemReader``.
    public var item: Int?

    /// Creates an error.
    public init(_ reason: String, offset: Int, item: Int? = nil) {
        self.reason = reason
        self.offset = offset
        self.item = item
    }

    /// The reason and location, for a person.
    public var description: String {
        guard let item else { return "\(reason) (byte \(offset))" }
        return "\(reason) (item \(item), byte \(offset))"
    }
}
