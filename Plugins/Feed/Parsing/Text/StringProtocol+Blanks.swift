extension StringProtocol {
    /// The text without leading and trailing blanks; nil if nothing is left.
    var trimmed: String? {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }) else { return nil }
        let last = scalars.lastIndex { !$0.properties.isWhitespace } ?? first
        return String(self[first...last])
    }

    /// Whether it contains only blanks.
    var isBlank: Bool {
        unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }
}
