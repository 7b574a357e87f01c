import AggText

/// Folds texts that come again and again, such as the names of countries in a list of cities, once each.
package struct RepeatedTexts: Sendable {
    /// With more different texts than these there is little that repeats.
    private static let limit = 2_000

    private var known: [String: String] = [:]

    package init() {}

    /// A text folded, with its other spelling behind it.
    mutating func both(_ text: String) -> String {
        guard known.count < Self.limit else { return Self.both(text) }
        if let both = known[text] { return both }
        let both = Self.both(text)
        known[text] = both
        return both
    }

    private static func both(_ text: String) -> String {
        let folded = Folding.fold(text)
        return Folding.alternate(of: text).map { folded + " " + $0 } ?? folded
    }
}
