/// Items of an answer that were left out, counted, the first few named.
public struct SkippedItems: Hashable, Sendable {
    /// How many were left out.
    public private(set) var count = 0
    /// Why, for the first few: "item 12 has no name".
    public private(set) var examples: [String] = []

    /// Makes an empty count.
    public init() {}

    /// Counts an item, by its place from 1, and the reason it is left out.
    public mutating func add(item: Int, reason: String) {
        count += 1
        if examples.count < 3 { examples.append("item \(item) \(reason)") }
    }

    /// The count and the examples as one phrase, as "2 skipped (item 3 has no name; item 9 has no id)".
    public var text: String {
        let more = count > examples.count ? "; …" : ""
        return "\(count) skipped (\(examples.joined(separator: "; "))\(more))"
    }
}
