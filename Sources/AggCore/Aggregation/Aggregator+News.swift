package import AggSearch
package import AggSource
package import AggStorage
package import Foundation

/// A request for news.
package struct NewsRequest: Sendable {
    /// The sources; nil for all.
    package var sources: [SourceID]?
    /// The queries, of which a record must match at least one; nil for all records.
    package var queries: [SearchQuery]?
    /// The start of the news, whether read or not; nil for everything unread.
    package var since: Date?
    /// Whether to leave out read records.
    package var onlyUnread: Bool
    /// The maximum number of records.
    package var limit: Int

    /// Creates a request.
    package init(
        sources: [SourceID]? = nil, queries: [SearchQuery]? = nil, since: Date? = nil, onlyUnread: Bool = true,
        limit: Int
    ) {
        self.sources = sources
        self.queries = queries
        self.since = since
        self.onlyUnread = onlyUnread
        self.limit = limit
    }
}

extension Aggregator {
    /// The records that refreshes added or changed, newest first.
    ///
    /// - Throws: `StoreError` if the mirror or the user file cannot be read.
    package nonisolated func news(
        _ request: NewsRequest, usesCache: Bool = true
    ) async throws(StoreError) -> RecordsAnswer {
        let favorites = await favoriteAddresses
        let marks = try await readMarks?.readMarks() ?? ReadMarks()
        let statuses = try await storedStatuses(favorites: favorites, usesCache: usesCache)
            .filter { request.sources?.contains($0.id) ?? true }
        let unread = Dictionary(
            marks.records.filter { !$0.value.isRead }.map { ($0.key.source, $0.value.at) }, uniquingKeysWith: min)
        let matcher = try await recordMatcher(of: request.queries, favorites)
        var rows: [RecordsAnswer.Row] = []
        var sources: [RecordsAnswer.Source] = []
        for status in statuses {
            guard status.isServed else {
                sources.append(.init(status: status, matched: 0))
                continue
            }
            let found = try await news(of: status, request, marks, firstUnread: unread[status.id])
            let shown = found.rows.filter { matcher?.matches($0.record, of: status) ?? true }
            rows += shown
            sources.append(.init(status: status, matched: shown.count + found.others))
        }
        // The sort is stable, so records with the same time stay in source order, best known first.
        rows.sort { $0.newsTime > $1.newsTime }
        for index in rows.indices { rows[index].isFavorite = favorites.contains(rows[index].address) }
        var answer = RecordsAnswer(rows: Array(rows.prefix(request.limit)), sources: sources)
        answer.isTruncated = answer.total.map { $0 > answer.rows.count } ?? false
        answer.isOrdered = true
        return answer
    }

    /// The news of one source, in log order, and the number of changed records beyond the limit, which are not loaded.
    ///
    /// Only the newest changes, up to `most`, and as many records of a first load are examined. `firstUnread` is the
    /// time of the source's first record that is marked as unread.
    nonisolated func news(
        of status: SourceStatus, _ request: NewsRequest, _ marks: ReadMarks, firstUnread: Date?,
        most: Int = ChangeLog.everything
    ) async throws(StoreError) -> (rows: [RecordsAnswer.Row], others: Int) {
        let span = NewsSpan(source: status.id, since: request.since, marks: marks, firstUnread: firstUnread)
        let log = try await store.changes(of: status.id, since: span.start, limit: most)
        let latest = log.latest.filter { !request.onlyUnread || marks.isUnread($0.address, changedAt: $0.at) }
        let needed = request.queries == nil ? latest.limited(to: request.limit) : latest
        let others = latest.count - needed.count
        let stored = try await store.records(at: needed.map(\.address))
        let rows = needed.compactMap { change in
            stored[change.address].map { record in
                RecordsAnswer.Row(change, record, isUnread: marks.isUnread(change.address, changedAt: change.at))
            }
        }
        guard let first = log.refreshes.first(where: { $0.kind == .first }), accumulates(status.id) else {
            return (rows, others)
        }
        let listed = Set(log.changes.map(\.address))
        let rest = try await store.list(status.id, where: .always, order: .newest, limit: most)
        let brought = rest.compactMap { record -> RecordsAnswer.Row? in
            let address = RecordAddress(source: status.id, key: record.key)
            guard !listed.contains(address), span.includes(record) else { return nil }
            let isUnread = span.isUnread(record, broughtAt: first.at)
            guard isUnread || !request.onlyUnread else { return nil }
            let change = RecordChange(address: address, title: record.title, kind: .added, at: first.at)
            return RecordsAnswer.Row(change, record, isUnread: isUnread)
        }
        return (rows + brought, others)
    }

    /// Whether the first load of a source is news: true for a source that publishes items, false for a list.
    nonisolated func accumulates(_ source: SourceID) -> Bool {
        if case .accumulate? = registry[source]?.dataSource.policy.mode { true } else { false }
    }
}

extension RecordsAnswer.Row {
    fileprivate init(_ change: RecordChange, _ record: Record, isUnread: Bool) {
        self.init(address: change.address, record: record)
        news = .init(change, record: record, isUnread: isUnread)
    }

    /// The position in the timeline, as sortable text.
    fileprivate var newsTime: String { news?.time.text ?? "" }
}
