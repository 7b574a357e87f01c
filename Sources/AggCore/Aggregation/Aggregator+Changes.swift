import AggSearch
package import AggSource
package import AggStorage
package import Foundation

/// What changed in some sources.
package struct ChangesAnswer: Sendable {
    /// A refresh of a source that changed something.
    package struct Refresh: Sendable {
        /// The source.
        package var source: SourceID
        /// What it did.
        package var refresh: ChangeLog.Refresh
    }

    /// The changes, the newest first.
    package var changes: [RecordChange]
    /// Whether there are more changes than were asked for.
    package var isTruncated: Bool
    /// The refreshes that made them, the newest first.
    package var refreshes: [Refresh]
    /// How many changes there were that are not kept, by source.
    package var forgotten: [SourceID: Int]
    /// When sources in which nothing changed last did; nil for one of which no change is known.
    package var unchanged: [(source: SourceID, last: Date?)]
    /// The sources that were asked, in the order of the registry.
    package var sources: [SourceStatus]
}

extension Aggregator {
    /// The present time, as the clock of the sources has it.
    package nonisolated var now: Date { services.clock.now }

    /// What refreshes changed in sources since a time, or, without one, what the last refresh of each did.
    ///
    /// - Throws: `StoreError` when the mirror cannot be read.
    package nonisolated func changes(
        of sources: [SourceID]? = nil, since time: Date? = nil, limit: Int
    ) async throws(StoreError) -> ChangesAnswer {
        let statuses = try await storedStatuses(favorites: favoriteAddresses, usesCache: true)
            .filter { sources?.contains($0.id) ?? true }
        var answer = ChangesAnswer(
            changes: [], isTruncated: false, refreshes: [], forgotten: [:], unchanged: [], sources: statuses)
        var kept = 0
        for status in statuses {
            let log = try await store.changes(of: status.id, since: time, limit: limit)
            answer.changes += log.changes
            answer.refreshes += log.refreshes.map { .init(source: status.id, refresh: $0) }
            if log.forgotten > 0 { answer.forgotten[status.id] = log.forgotten }
            if log.refreshes.isEmpty { answer.unchanged.append((status.id, log.lastChange)) }
            kept += log.kept
        }
        // The sorts are stable: what is of one moment stays in the order of the sources.
        answer.changes.sort { $0.at > $1.at }
        answer.refreshes.sort { $0.refresh.at > $1.refresh.at }
        answer.changes = Array(answer.changes.prefix(limit))
        answer.isTruncated = kept > answer.changes.count
        return answer
    }

    /// What the last refresh of some sources did to favorites: those that it changed, and those that vanished.
    ///
    /// - Throws: `StoreError` when the store cannot be read.
    package nonisolated func changedFavorites(of sources: [SourceID]) async throws(StoreError) -> [RecordChange] {
        let keys = Dictionary(grouping: try await users.favoriteAddresses(), by: \.source).mapValues { $0.map(\.key) }
        var found: [RecordChange] = []
        for source in sources {
            guard let keys = keys[source] else { continue }
            found += try await store.lastChanges(of: source, keys: Set(keys)).filter { $0.kind != .added }
        }
        return found
    }
}
