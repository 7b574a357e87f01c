/// The values of a query or form, as names and values in order.
struct FormValues: Hashable, Sendable {
    /// A name with its value.
    struct Value: Hashable, Sendable {
        var name: String
        var value: String
    }

    /// The values in the order given.
    private(set) var values: [Value] = []

    /// Creates values from pairs.
    init(_ pairs: [(String, String)] = []) {
        values = pairs.map { Value(name: $0.0, value: $0.1) }
    }

    /// Parses `name=value&…` with percent escapes, where a plus sign is a space; any text is valid.
    init(parsing text: some StringProtocol) {
        values = text.utf8.split(separator: UInt8(ascii: "&")).map { pair in
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return Value(
                name: PercentText.decoded(parts[0], plusIsBlank: true),
                value: parts.count > 1 ? PercentText.decoded(parts[1], plusIsBlank: true) : "")
        }
    }

    /// The last value with a name; nil if absent.
    subscript(name: String) -> String? { values.last { $0.name == name }?.value }

    /// All values with a name.
    func all(_ name: String) -> [String] { values.filter { $0.name == name }.map(\.value) }

    /// Returns the values with one of them replaced, or removed if the new value is nil.
    func setting(_ name: String, _ value: String?) -> FormValues {
        var copy = self
        copy.values.removeAll { $0.name == name }
        if let value { copy.values.append(Value(name: name, value: value)) }
        return copy
    }

    /// The values as the query of a URL.
    var text: String {
        values.map { "\(PercentText.encoded($0.name))=\(PercentText.encoded($0.value))" }.joined(separator: "&")
    }
}

/// Percent escapes of URLs.
enum PercentText {
    /// Decodes escapes; a malformed one is kept as it is, and invalid UTF-8 is repaired.
    static func decoded(_ text: some Collection<UInt8>, plusIsBlank: Bool = false) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text[...]
        while let byte = rest.first {
            rest = rest.dropFirst()
            if byte == UInt8(ascii: "%"), let high = digit(rest.first), let low = digit(rest.dropFirst().first) {
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(plusIsBlank && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Encodes everything but unreserved characters.
    static func encoded(_ text: String) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: ":"):
                encoded.append(byte)
            default:
                encoded += [UInt8(ascii: "%"), hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static let hexadecimal = Array("0123456789ABCDEF".utf8)

    private static func digit(_ byte: UInt8?) -> UInt8? {
        guard let byte, let value = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else { return nil }
        return UInt8(truncatingIfNeeded: value)
    }
}
