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
        let marks = try await lastChanges(of: addresses).mapValues { ReadMarks.OfRecord(isRead: isRead, at: $0) }
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
        guard let readMarks, let marks = try? await readMarks.readMarks(),
            let times = try? await lastChanges(of: addresses)
        else { return }
        let unread = times.filter { marks.isUnread($0.key, changedAt: $0.value) }
        if !unread.isEmpty { try? await readMarks.mark(unread.mapValues { .init(isRead: true, at: $0) }) }
    }

    /// When a refresh last added or changed each record, omitting records that are not news.
    private nonisolated func lastChanges(
        of addresses: [RecordAddress]
    ) async throws(StoreError) -> [RecordAddress: Date] {
        var times: [RecordAddress: Date] = [:]
        for (source, addresses) in Dictionary(grouping: addresses, by: \.source) {
            // Looking up a record reads all changes of its source, so several records share one pass.
            if addresses.count == 1 {
                times[addresses[0]] = try await store.changes(to: addresses[0]).first?.at
            } else {
                let log = try await store.changes(of: source, since: .distantPast, limit: ChangeLog.everything)
                let wanted = Set(addresses)
                let changes = log.changes.lazy.filter { wanted.contains($0.address) }.map { ($0.address, $0.at) }
                times.merge(changes) { newest, _ in newest }
            }
            let others = addresses.filter { times[$0] == nil }
            guard !others.isEmpty, accumulates(source) else { continue }
            let log = try await store.changes(of: source, since: .distantPast, limit: 0)
            guard let first = log.refreshes.first(where: { $0.kind == .first })?.at else { continue }
            for address in try await store.records(at: others).keys { times[address] = first }
        }
        return times
    }
}
