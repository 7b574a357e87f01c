package import AggSearch
package import AggSource
package import Foundation

/// A record the user marked, with the record as it was then.
package struct Favorite: Hashable, Sendable {
    /// The source of the record.
    package var source: SourceID
    /// The kind of the source, so that the favorite explains itself when the source is gone.
    package var kind: SourceKind
    /// The record as it was when it was marked.
    package var record: Record
    /// When it was marked.
    package var markedAt: Date
    /// The words the user filed it under, in the order they were given.
    package var tags: [String]
    /// What the user wrote about it.
    package var note: String?

    /// Makes a favorite.
    package init(
        source: SourceID, kind: SourceKind, record: Record, markedAt: Date, tags: [String] = [], note: String? = nil
    ) {
        self.source = source
        self.kind = kind
        self.record = record
        self.markedAt = markedAt
        self.tags = tags
        self.note = note
    }

    /// The address of the record.
    package var address: RecordAddress { RecordAddress(source: source, key: record.key) }
}
