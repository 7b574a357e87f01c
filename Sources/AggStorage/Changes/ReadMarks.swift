package import AggSearch
package import AggSource
package import Foundation

/// What the user has read of the news: a mark for each whole source, and marks for single records.
package struct ReadMarks: Hashable, Sendable {
    /// Everything that a source brought until some time is read.
    package struct OfSource: Hashable, Sendable {
        /// The time of the last refresh that is read.
        package var at: Date
        /// The number of changes that the source had brought by then.
        package var changes: Int

        /// Creates a mark.
        package init(at: Date, changes: Int) {
            self.at = at
            self.changes = changes
        }
    }

    /// A record is read, or unread again, as it was at some time.
    package struct OfRecord: Hashable, Sendable {
        /// Whether it is read.
        package var isRead: Bool
        /// When the refresh was that last changed it.
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

    /// Whether a record that a refresh changed at some time is unread: its own mark counts before that of its source, unless
    /// it changed since.
    package func isUnread(_ address: RecordAddress, changedAt time: Date) -> Bool {
        if let mark = records[address], mark.at >= time { return !mark.isRead }
        return sources[address.source].map { $0.at < time } ?? true
    }
}
