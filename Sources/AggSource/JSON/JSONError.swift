/// Why a text is not the JSON that was expected, and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as a clause for a person: “a value is missing after ‘:’”.
    public var reason: String
    /// Where, as a count of bytes from the beginning of the text or stream.
    public var offset: Int
    /// The item of a list that is concerned, counted from 1, where a ``JSONItemReader`` read it.
    public var item: Int?

    /// Makes an error.
    public init(_ reason: String, offset: Int, item: Int? = nil) {
        self.reason = reason
        self.offset = offset
        self.item = item
    }

    /// The reason and the place, for a person.
    public var description: String {
        guard let item else { return "\(reason) (byte \(offset))" }
        return "\(reason) (item \(item), byte \(offset))"
    }
}
