/// The name of a kind of source, as `soda`; spelled like a source id.
public struct SourceKind: Hashable, Sendable, Comparable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The text of the name.
    public let description: String

    /// Makes a kind of its name; the registry checks the spelling.
    public init(stringLiteral name: String) { description = name }

    /// Makes a kind of its name; the registry checks the spelling.
    public init(_ name: String) { description = name }

    /// Orders kinds by their name.
    public static func < (left: SourceKind, right: SourceKind) -> Bool { left.description < right.description }
}
