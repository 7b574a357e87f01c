import AggSearch
import AggSource
package import AggStorage

/// The number of unread records that were found without reading all changes.
package struct UnreadCount: Hashable, Sendable {
    /// The records found; never more than there are.
    package var count = 0
    /// Whether there may be more.
    package var isMinimum = false

    /// The most changes, and records of a first load, that are examined in a source.
    static let mostChanges = 100
    /// The most sources that are examined.
    static let mostSources = 20
}

extension Aggregator {
    /// The number of unread records in some sources; of many, only the first ones are counted, so that this takes no
    /// time.
    package nonisolated func unreadCount(in statuses: [SourceStatus]) async -> UnreadCount {
        var unread = UnreadCount()
        guard statuses.contains(where: { $0.changeCount > 0 }), let marks = try? await readMarks?.readMarks() else {
            return unread
        }
        let records = Dictionary(grouping: marks.records) { $0.key.source }.mapValues { $0.map(\.value) }
        var examined = 0
        for status in statuses where status.isServed {
            let most = Self.mostUnread(status, marks.sources[status.id], records[status.id] ?? [])
            guard most > 0 else { continue }
            guard examined < UnreadCount.mostSources, unread.count < UnreadCount.mostChanges else {
                unread.isMinimum = true
                break
            }
            examined += 1
            let request = NewsRequest(limit: UnreadCount.mostChanges)
            let firstUnread = records[status.id]?.filter { !$0.isRead }.map(\.at).min()
            let found = try? await news(
                of: status, request, marks, firstUnread: firstUnread, most: UnreadCount.mostChanges)
            let count = found?.rows.count ?? 0
            unread.count += count
            if most > UnreadCount.mostChanges, count < most { unread.isMinimum = true }
        }
        if unread.count > UnreadCount.mostChanges {
            unread = UnreadCount(count: UnreadCount.mostChanges, isMinimum: true)
        }
        return unread
    }

    /// The number of changes in a source that may be unread: a record that changed twice counts twice, and removed ones
    /// count, too.
    private static func mostUnread(
        _ status: SourceStatus, _ read: ReadMarks.OfSource?, _ records: [ReadMarks.OfRecord]
    ) -> Int {
        // In a rebuilt mirror, the count starts over.
        let before = read.map { $0.changes > status.changeCount ? 0 : $0.changes } ?? 0
        let since = records.count { mark in mark.isRead && read.map { mark.at > $0.at } ?? true }
        let again = records.count { mark in !mark.isRead && read.map { mark.at <= $0.at } ?? false }
        return max(0, status.changeCount - before - since) + again
    }
}
