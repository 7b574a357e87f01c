/// Writes compact JSON, without whitespace between tokens.
///
/// The writer adds the commas. A number that is not finite becomes `null`; a double is written with the fewest digits
/// that restore it, e.g. 28.0 as `28`.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.object {
///     $0.member("count", 2)
///     $0.member("sources") { $0.array { $0.write("cities") } }
/// }
/// writer.text  // {"count":2,"sources":["cities"]}
/// ```
public struct JSONWriter: Sendable {
    /// The output as UTF-8.
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// Creates an empty writer.
    public init() {}

    /// The output as text.
    public var text: String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// Discards the output but keeps its memory.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Writes an object whose members `body` writes.
    public mutating func object<Failure: Error>(_ body: (inout JSONWriter) throws(Failure) -> Void) throws(Failure) {
        begin("{")
        try body(&self)
        end("}")
    }

    /// Writes an array whose elements `body` writes.
    public mutating func array<Failure: Error>(_ body: (inout JSONWriter) throws(Failure) -> Void) throws(Failure) {
        begin("[")
        try body(&self)
        end("]")
    }

    /// Writes a member of an object; `body` writes its value.
    public mutating func member<Failure: Error>(
        _ name: String, _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        write(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
        try body(&self)
    }

    /// Writes a string, or `null` if absent.
    public mutating func write(_ text: String?) {
        guard var text else { return writeToken("null") }
        beginValue()
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { content in
            // Most strings need no escape and are copied at once.
            guard content.contains(where: Self.needsEscape) else { return bytes.append(contentsOf: content) }
            for byte in content {
                if Self.needsEscape(byte) { appendEscape(byte) } else { bytes.append(byte) }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes an integer, or `null` if absent.
    public mutating func write(_ number: Int?) {
        writeToken(number.map(String.init) ?? "null")
    }

    /// Writes a number, or `null` if absent or not finite.
    public mutating func write(_ number: Double?) {
        guard let number, number.isFinite else { return writeToken("null") }
        let text = number.description
        writeToken(text.hasSuffix(".0") ? text.dropLast(2) : text[...])
    }

    /// Writes a Boolean, or `null` if absent.
    public mutating func write(_ truth: Bool?) {
        writeToken(truth.map { $0 ? "true" : "false" } ?? "null")
    }

    /// Writes any value.
    public mutating func write(_ value: JSONValue) {
        switch value {
        case .null: writeToken("null")
        case .boolean(let truth): write(truth)
        case .integer(let number): writeToken(String(number))
        case .decimal(let number): write(number)
        case .number(let text): writeToken(text)
        case .string(let text): write(text)
        case .array(let elements): array { for element in elements { $0.write(element) } }
        case .object(let object): write(object)
        }
    }

    /// Writes an object.
    public mutating func write(_ value: JSONObject) {
        object { for member in value.members { $0.member(member.name, member.value) } }
    }

    private mutating func begin(_ bracket: Unicode.Scalar) {
        beginValue()
        bytes.append(UInt8(ascii: bracket))
        needsComma = false
    }

    private mutating func end(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        needsComma = true
    }

    private mutating func beginValue() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func writeToken(_ token: some StringProtocol) {
        beginValue()
        bytes.append(contentsOf: token.utf8)
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func appendEscape(_ byte: UInt8) {
        let escape =
            switch byte {
            case UInt8(ascii: "\""): "\\\""
            case UInt8(ascii: "\\"): "\\\\"
            case 0x08: "\\b"
            case 0x09: "\\t"
            case 0x0A: "\\n"
            case 0x0C: "\\f"
            case 0x0D: "\\r"
            default: "\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
            }
        bytes.append(contentsOf: escape.utf8)
    }
}

extension JSONWriter {
    /// A number with the fewest digits that restore it, without a decimal point if it is whole: `28`, `44.55`.
    public static func shortest(_ number: Double) -> String {
        var writer = JSONWriter()
        writer.write(number)
        return writer.text
    }
}

extension JSONWriter {
    /// Writes a member with a string, or `null` if absent.
    public mutating func member(_ name: String, _ text: String?) {
        member(name) { $0.write(text) }
    }

    /// Writes a member with an integer, or `null` if absent.
    public mutating func member(_ name: String, _ number: Int?) {
        member(name) { $0.write(number) }
    }

    /// Writes a member with a number, or `null` if absent or not finite.
    public mutating func member(_ name: String, _ number: Double?) {
        member(name) { $0.write(number) }
    }

    /// Writes a member with a Boolean, or `null` if absent.
    public mutating func member(_ name: String, _ truth: Bool?) {
        member(name) { $0.write(truth) }
    }

    /// Writes a member with any value.
    public mutating func member(_ name: String, _ value: JSONValue) {
        member(name) { $0.write(value) }
    }
}
