package import AggSearch
package import AggSource
package import AggStorage
import Foundation

extension Aggregator {
    /// Marks records as read or unread; records that are not news are skipped.
    ///
    /// - Returns: The number of records marked.
    /// - Throws: `StoreError` if the mirror cannot be read or the user file cannot be written.
    package nonisolated func mark(_ addresses: [RecordAddress], isRead: Bool) async throws(StoreError) -> Int {
        guard let readMarks else { return 0 }
        var marks: [RecordAddress: ReadMarks.OfRecord] = [:]
        for address in addresses {
            marks[address] = try await lastChange(of: address).map { .init(isRead: isRead, at: $0) }
        }
        try await readMarks.mark(marks)
        return marks.count
    }

    /// Marks all news of some sources as read.
    ///
    /// - Throws: `StoreError` if the mirror cannot be read or the user file cannot be written.
    package nonisolated func markRead(_ sources: [SourceID]?) async throws(StoreError) {
        let stored = try await store.states().filter { sources?.contains($0.key) ?? true }
        let times = try await store.changeTimes()
        var marks: [SourceID: ReadMarks.OfSource] = [:]
        for (source, state) in stored {
            marks[source] = (times[source] ?? state.fetchedAt).map { .init(at: $0, changes: state.changeCount) }
        }
        try await readMarks?.mark(marks)
    }

    /// Notes that records were shown or opened, so that they are no longer unread.
    ///
    /// Errors are ignored; the records then stay unread.
    package nonisolated func noteRead(_ addresses: [RecordAddress]) async {
        guard let marks = try? await readMarks?.readMarks() else { return }
        var unread: [RecordAddress] = []
        for address in addresses {
            guard let time = try? await lastChange(of: address), marks.isUnread(address, changedAt: time) else {
                continue
            }
            unread.append(address)
        }
        if !unread.isEmpty { _ = try? await mark(unread, isRead: true) }
    }

    /// The number of unread records in some sources, estimated from counts only; a record that changed twice counts
    /// twice.
    package nonisolated func unreadCount(in statuses: [SourceStatus]) async -> Int {
        guard statuses.contains(where: { $0.changeCount > 0 }), let marks = try? await readMarks?.readMarks() else {
            return 0
        }
        let records = Dictionary(grouping: marks.records) { $0.key.source }
        return statuses.reduce(0) { sum, status in
            let read = marks.sources[status.id]
            // In a rebuilt mirror, the count starts over.
            let before = read.map { $0.changes > status.changeCount ? 0 : $0.changes } ?? 0
            let own = (records[status.id] ?? []).map(\.value)
            let since = own.count { mark in mark.isRead && read.map { mark.at > $0.at } ?? true }
            let again = own.count { mark in !mark.isRead && read.map { mark.at <= $0.at } ?? false }
            return sum + max(0, status.changeCount - before - since) + again
        }
    }

    /// When a refresh last added or changed a record; nil if that is not news.
    private nonisolated func lastChange(of address: RecordAddress) async throws(StoreError) -> Date? {
        if let last = try await store.changes(to: address).first { return last.at }
        guard accumulates(address.source), try await store.records(at: [address])[address] != nil else { return nil }
        let log = try await store.changes(of: address.source, since: .distantPast, limit: 0)
        return log.refreshes.first { $0.kind == .first }?.at
    }
}
