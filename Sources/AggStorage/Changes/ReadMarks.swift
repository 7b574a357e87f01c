package import AggSearch
package import AggSource
package import Foundation

/// The news that the user has read: one mark per source, and marks for individual records.
package struct ReadMarks: Hashable, Sendable {
    /// Marks all changes of a source up to a given refresh as read.
    package struct OfSource: Hashable, Sendable {
        /// The time of the last refresh marked as read.
        package var at: Date
        /// The source's total number of changes at that time.
        package var changes: Int

        /// Creates a mark.
        package init(at: Date, changes: Int) {
            self.at = at
            self.changes = changes
        }
    }

    /// Marks one version of a record as read, or as unread again.
    package struct OfRecord: Hashable, Sendable {
        /// Whether the record is read.
        package var isRead: Bool
        /// The time of the refresh that last changed the record.
        package var at: Date

        /// Creates a mark.
        package init(isRead: Bool, at: Date) {
            self.isRead = isRead
            self.at = at
        }
    }

    /// The marks of whole sources.
    package var sources: [SourceID: OfSource]
    /// The marks of records.
    package var records: [RecordAddress: OfRecord]

    /// Creates marks.
    package init(sources: [SourceID: OfSource] = [:], records: [RecordAddress: OfRecord] = [:]) {
        self.sources = sources
        self.records = records
    }

    /// Whether a record that was last changed at the given time is unread.
    ///
    /// The record's own mark takes precedence over its source's, unless the record has changed since.
    package func isUnread(_ address: RecordAddress, changedAt time: Date) -> Bool {
        if let mark = records[address], mark.at >= time { return !mark.isRead }
        return sources[address.source].map { $0.at < time } ?? true
    }
}
