package import AggSource

/// Which records a store counts: of each source those that meet its condition and have the words.
package struct RecordSelection: Hashable, Sendable {
    /// The words; blank for records with any.
    package var text: SearchText
    /// The sources, with what is asked of their records; it is decided for them.
    package var sources: [SourceID: RecordCondition]

    /// Creates a selection.
    package init(text: SearchText = SearchText(""), sources: [SourceID: RecordCondition]) {
        self.text = text
        self.sources = sources
    }

    /// Creates a selection of all records of some sources.
    package init(allOf sources: [SourceID]) {
        self.init(sources: Dictionary(sources.map { ($0, .always) }, uniquingKeysWith: { first, _ in first }))
    }
}
