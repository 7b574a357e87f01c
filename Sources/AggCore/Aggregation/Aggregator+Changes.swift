package import AggSearch
package import AggSource
package import AggStorage
package import Foundation

/// The changes in some sources.
package struct ChangesAnswer: Sendable {
    /// A refresh that changed something in a source.
    package struct Refresh: Sendable {
        /// The source.
        package var source: SourceID
        /// What it changed.
        package var refresh: ChangeLog.Refresh
    }

    /// The changes, newest first.
    package var changes: [RecordChange]
    /// Whether there are more changes than the limit.
    package var isTruncated: Bool
    /// The refreshes that made the changes, newest first.
    package var refreshes: [Refresh]
    /// The number of changes that are no longer kept, by source.
    package var forgotten: [SourceID: Int]
    /// When unchanged sources last changed; nil if no change is known.
    package var unchanged: [(source: SourceID, last: Date?)]
    /// The queried sources, in registry order.
    package var sources: [SourceStatus]
}

extension Aggregator {
    /// The current time, according to the sources' clock.
    package nonisolated var now: Date { services.clock.now }

    /// What refreshes have changed in sources since a given time, or what the last refresh of each changed.
    ///
    /// - Throws: `StoreError` if the mirror cannot be read.
    package nonisolated func changes(
        of sources: [SourceID]? = nil, since time: Date? = nil, limit: Int, usesCache: Bool = true
    ) async throws(StoreError) -> ChangesAnswer {
        let statuses = try await storedStatuses(favorites: favoriteAddresses, usesCache: usesCache)
            .filter { sources?.contains($0.id) ?? true }
        var answer = ChangesAnswer(
            changes: [], isTruncated: false, refreshes: [], forgotten: [:], unchanged: [], sources: statuses)
        var kept = 0
        for status in statuses where usesCache || status.isServed {
            let log = try await store.changes(of: status.id, since: time, limit: limit)
            answer.changes += log.changes
            answer.refreshes += log.refreshes.map { .init(source: status.id, refresh: $0) }
            if log.forgotten > 0 { answer.forgotten[status.id] = log.forgotten }
            if log.refreshes.isEmpty { answer.unchanged.append((status.id, log.lastChange)) }
            kept += log.kept
        }
        // The sorts are stable, so changes made at the same time stay in source order.
        answer.changes.sort { $0.at > $1.at }
        answer.refreshes.sort { $0.refresh.at > $1.refresh.at }
        answer.changes = Array(answer.changes.prefix(limit))
        answer.isTruncated = kept > answer.changes.count
        return answer
    }

    /// The changes to one record since a time, newest first.
    ///
    /// - Throws: `StoreError` if the mirror cannot be read.
    package nonisolated func history(
        of address: RecordAddress, since time: Date, limit: Int, usesCache: Bool = true
    ) async throws(StoreError) -> ChangesAnswer {
        let statuses = try await storedStatuses(favorites: favoriteAddresses, usesCache: usesCache)
            .filter { $0.id == address.source }
        let isShown = usesCache || statuses.contains(where: \.isServed)
        let changes = isShown ? try await store.changes(to: address).filter { $0.at >= time } : []
        return ChangesAnswer(
            changes: Array(changes.prefix(limit)), isTruncated: changes.count > limit, refreshes: [], forgotten: [:],
            unchanged: [], sources: statuses)
    }

    /// The favorites that the last refresh of some sources changed or removed.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
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
