package import AggSource

/// The address of a record across all sources, written `source:key`, as in `cities:2643743`.
package struct RecordAddress: Hashable, Sendable, CustomStringConvertible {
    /// The source the record belongs to.
    package var source: SourceID
    /// The key of the record inside its source.
    package var key: String

    /// Makes an address of its two parts.
    package init(source: SourceID, key: String) {
        self.source = source
        self.key = key
    }

    /// Reads an address from its text; nil when there is no colon with a source id before it and a key behind it.
    ///
    /// The key may itself hold colons.
    package init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":"), let source = SourceID(String(text[..<colon])) else { return nil }
        let key = text[text.index(after: colon)...]
        guard !key.isEmpty else { return nil }
        self.init(source: source, key: String(key))
    }

    /// The written form, `source:key`.
    package var description: String { "\(source):\(key)" }
}
