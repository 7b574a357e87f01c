/// The id of a configured source, as `cities` or `chicago-inspections`: lower-case letters, digits and hyphens.
public struct SourceID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The text of the id.
    public let description: String

    /// Makes an id; nil unless it is 1 to 64 of `a`…`z`, `0`…`9`, `-` and begins with a letter or digit.
    public init?(_ text: String) {
        guard (1...64).contains(text.utf8.count), text.utf8.first != UInt8(ascii: "-") else { return nil }
        guard text.utf8.allSatisfy({ (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }) else {
            return nil
        }
        description = text
    }

    /// Orders ids by their text.
    public static func < (left: SourceID, right: SourceID) -> Bool { left.description < right.description }
}
