import AggSource

/// A number, or the mark of a missing one, before flags as Eurostat writes them: `17.9 bep` or `: c`.
struct FlaggedNumber {
    /// The bytes before the flags.
    let number: ArraySlice<UInt8>
    /// Whether the number is missing.
    let isMissing: Bool

    private static let flags = Set("bcdefnprsuz".utf8)

    /// Parses a text; nil unless it ends with one to three flags after a blank.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard (3...40).contains(bytes.count), let first = bytes.first, let last = bytes.last, last.isASCIILowercase,
            first.isASCIIDigit || first == UInt8(ascii: "-") || first == UInt8(ascii: ":")
        else { return nil }
        var rest = bytes
        while let byte = rest.last, Self.flags.contains(byte) { rest = rest.dropLast() }
        guard bytes.count - rest.count <= 3, rest.last == UInt8(ascii: " ") else { return nil }
        while rest.last == UInt8(ascii: " ") { rest = rest.dropLast() }
        isMissing = rest.elementsEqual(":".utf8)
        guard isMissing || rest.last?.isASCIIDigit == true else { return nil }
        number = rest
    }

    /// Whether the label of the first column is that of a file of Eurostat, such as `geo\TIME_PERIOD`.
    static func areLikely(below label: String) -> Bool { label.lowercased().contains("\\time") }
}
