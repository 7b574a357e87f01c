extension StringProtocol {
    /// The text without the blanks around it; nil where nothing is left.
    var trimmed: String? {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }) else { return nil }
        let last = scalars.lastIndex { !$0.properties.isWhitespace } ?? first
        return String(self[first...last])
    }

    /// Whether there is nothing but blanks in it.
    var isBlank: Bool {
        unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }
}
