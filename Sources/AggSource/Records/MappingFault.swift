/// Why one item of an answer becomes no record; it is skipped and counted.
public struct MappingFault: Error, Hashable, Sendable {
    /// The reason, as it follows "item 12": "has no name".
    public var reason: String

    /// Makes a fault.
    public init(_ reason: String) {
        self.reason = reason
    }
}
