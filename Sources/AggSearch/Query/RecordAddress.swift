package import AggSource

/// The address of a record across all sources, written `source:key`, such as `cities:2643743`.
///
/// Keys are equal if their bytes are, as in the store: two spellings of é are two keys.
package struct RecordAddress: Hashable, Sendable, CustomStringConvertible {
    /// The source the record belongs to.
    package var source: SourceID
    /// The key of the record within its source.
    package var key: String

    /// Creates an address from its two parts.
    package init(source: SourceID, key: String) {
        self.source = source
        self.key = key
    }

    /// Parses an address; nil unless it is a source id, a colon, and a key.
    ///
    /// The key may itself contain colons.
    package init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":"), let source = SourceID(String(text[..<colon])) else { return nil }
        let key = text[text.index(after: colon)...]
        guard !key.isEmpty else { return nil }
        self.init(source: source, key: String(key))
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.source == right.source && left.key.utf8.elementsEqual(right.key.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(source)
        for byte in key.utf8 { hasher.combine(byte) }
    }

    /// The written form, `source:key`.
    package var description: String { "\(source):\(key)" }
}
