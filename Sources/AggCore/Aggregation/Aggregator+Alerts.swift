package import AggSearch
package import AggSource
package import AggStorage
import Foundation

extension Aggregator {
    /// The watches, ordered by name.
    ///
    /// - Throws: `StoreError` if the user file cannot be read.
    package nonisolated func watches() async throws(StoreError) -> [Watch] { try await alertStore?.watches() ?? [] }

    /// Saves a watch, which reports changes from now on; if its search is unchanged, an existing watch continues and
    /// keeps its alerts.
    ///
    /// - Throws: `StoreError` if the mirror cannot be read or the user file cannot be written.
    package nonisolated func watch(
        _ name: String, command: String?, webhook: String?, isUnchanged: Bool
    ) async throws(StoreError) {
        if isUnchanged, try await alertStore?.updateWatch(name, command: command, webhook: webhook) == true { return }
        // A refresh that is running now commits with an earlier time: what counts is the last change already stored.
        let stored = try await store.states().mapValues { _ in Date(timeIntervalSince1970: 0) }
        try await alertStore?.saveWatch(
            Watch(
                name: name, command: command, webhook: webhook, since: services.clock.now,
                examined: stored.merging(try await store.changeTimes()) { $1 }))
    }

    /// Removes a watch and its alerts.
    ///
    /// - Throws: `StoreError` if the user file cannot be written.
    package nonisolated func removeWatch(_ name: String) async throws(StoreError) {
        guard try await watches().contains(where: { $0.name == name }) else { return }
        try await alertStore?.removeWatch(name)
    }

    /// Finds the new matches of a watch among the changes since the last check, and stores them.
    ///
    /// A record is a new match if it was added and matches, or if it changed and did not match before.
    ///
    /// - Returns: The new alerts, and the sources with changes that their change log does not list.
    /// - Throws: `StoreError` if the mirror cannot be read or the user file cannot be written.
    package nonisolated func findMatches(
        of watch: Watch, _ query: SearchQuery
    ) async throws(StoreError) -> (alerts: [Alert], incomplete: [SourceID]) {
        guard let alertStore else { return ([], []) }
        let favorites = await favoriteAddresses
        var matcher: RecordMatcher?
        var examined: [SourceID: Date] = [:]
        var found: [Alert] = []
        var incomplete: [SourceID] = []
        let times = try await store.changeTimes()
        for status in try await storedStatuses(favorites: favorites, usesCache: true) {
            let since = watch.examined[status.id] ?? watch.since
            guard let last = times[status.id] else { continue }
            // A log that began after the clock was set back has earlier times, and so will its next changes.
            if last < since { examined[status.id] = last }
            guard last > since else { continue }
            // The changes of other sources count as examined, so they need not be kept for this search.
            examined[status.id] = last
            guard query.sources?.contains(status.id) ?? true else { continue }
            let log = try await store.unexaminedChanges(of: status.id, since: since).after(since)
            // By now, another process may have committed a refresh, and a replica may lack the last one.
            examined[status.id] = max(since, log.lastChange ?? since)
            if log.isIncomplete { incomplete.append(status.id) }
            let changes = log.changes.filter { $0.kind != .removed }
            guard !changes.isEmpty else { continue }
            if matcher == nil { matcher = try await recordMatcher(of: [query], favorites) }
            guard let matcher else { continue }
            found += try await newMatches(among: changes, of: status, matcher).map { change in
                Alert(
                    watch: watch.name, address: change.address, title: change.title, kind: change.kind, at: change.at)
            }
        }
        guard !examined.isEmpty else { return ([], []) }
        found = try await withoutReturned(found, of: watch)
        return (try await alertStore.noteMatches(found, of: watch.name, examined: examined), incomplete)
    }

    /// The matches without the added ones that are not new: an item that an accumulating source dropped and lists again
    /// was found before, whereas a record that a list removed and added again is new.
    private nonisolated func withoutReturned(_ found: [Alert], of watch: Watch) async throws(StoreError) -> [Alert] {
        func mayHaveReturned(_ alert: Alert) -> Bool { alert.kind == .added && accumulates(alert.address.source) }
        guard found.contains(where: mayHaveReturned) else { return found }
        let known = try await alerts(onlyUnreported: false).filter { $0.watch == watch.name }.map(\.address)
        let addresses = Set(known)
        return found.filter { !mayHaveReturned($0) || !addresses.contains($0.address) }
    }

    /// The last changes to records that match now and did not before.
    private nonisolated func newMatches(
        among changes: [RecordChange], of status: SourceStatus, _ matcher: RecordMatcher
    ) async throws(StoreError) -> [RecordChange] {
        var latest = ChangeLog(changes: changes).latest[...]
        let histories = Dictionary(grouping: changes, by: \.address)
        var found: [RecordChange] = []
        while !latest.isEmpty {
            // A refresh can change every record, so not all are read at once.
            let part = latest.prefix(5_000)
            latest = latest.dropFirst(part.count)
            let stored = try await store.records(at: part.map(\.address))
            found += part.filter { change in
                guard let record = stored[change.address], matcher.matches(record, of: status) else { return false }
                guard change.kind == .changed else { return true }
                let former = (histories[change.address] ?? []).reduce(record) { $0.undoing($1.fields) }
                return !matcher.matches(former, of: status)
            }
        }
        return found
    }

    /// The alerts, oldest first.
    ///
    /// - Throws: `StoreError` if the user file cannot be read.
    package nonisolated func alerts(onlyUnreported: Bool) async throws(StoreError) -> [Alert] {
        try await alertStore?.alerts(onlyUnreported: onlyUnreported) ?? []
    }

    /// The records of alerts as an answer, in the same order and up to a limit; records that are gone have only a
    /// title.
    ///
    /// - Throws: `StoreError` if the mirror cannot be read.
    package nonisolated func answer(
        of alerts: [Alert], limit: Int = .max
    ) async throws(StoreError) -> RecordsAnswer {
        let favorites = await favoriteAddresses
        let ids = Set(alerts.map(\.address.source))
        let statuses = try await storedStatuses(favorites: favorites, usesCache: true).filter { ids.contains($0.id) }
        let listed = alerts.prefix(limit)
        let stored = try await store.records(at: listed.map(\.address))
        let rows = listed.map { alert in
            let record = stored[alert.address]
            let shown = record ?? Record(key: alert.address.key, title: alert.title)
            var row = RecordsAnswer.Row(
                address: alert.address, record: shown, isFavorite: favorites.contains(alert.address),
                absence: record == nil ? .record : nil)
            let change = RecordChange(address: alert.address, title: alert.title, kind: alert.kind, at: alert.at)
            row.news = .init(change, record: shown, isUnread: !alert.isReported)
            row.news?.search = alert.watch
            if let time = RecordDate(instant: alert.at) { row.news?.time = time }
            return row
        }
        let counts = Dictionary(alerts.map { ($0.address.source, 1) }, uniquingKeysWith: +)
        var answer = RecordsAnswer(
            rows: rows, isTruncated: rows.count < alerts.count,
            sources: statuses.map { .init(status: $0, matched: counts[$0.id] ?? 0) })
        let known = Set(statuses.map(\.id))
        answer.removed = counts.filter { !known.contains($0.key) }
        answer.isOrdered = true
        return answer
    }

    /// Marks alerts as reported.
    ///
    /// - Throws: `StoreError` if the user file cannot be written.
    package nonisolated func noteReported(_ alerts: [Alert]) async throws(StoreError) {
        try await alertStore?.noteReported(alerts.map(\.number))
    }

    /// Marks alerts as reported that a process sent and left a receipt for, but was killed before it could mark them.
    ///
    /// - Throws: `StoreError` if the user file cannot be read or written.
    package nonisolated func settle(_ lock: any HeldLock) async throws(StoreError) {
        let lines = lock.noted()
        guard !lines.isEmpty else { return }
        try await alertStore?.noteReported(lines.joined(separator: " ").split(separator: " ").compactMap { Int64($0) })
        lock.forgetNotes()
    }

    /// Sends the alerts of one watch, described by a document, to its command or webhook, and records that it did.
    ///
    /// The attempt is recorded before, and a receipt right after: alerts are sent twice only if the process is killed
    /// in between.
    ///
    /// - Throws: `StoreError`, or the `SourceError` of the command or the webhook; the alerts are then sent again next
    ///   time.
    package nonisolated func send(
        _ alerts: [Alert], of watch: Watch, _ document: String, _ lock: (any HeldLock)?
    ) async throws {
        guard let alertStore else { return }
        let numbers = alerts.map(\.number)
        try await alertStore.noteAttempt(numbers)
        let receipt = numbers.map { String($0) }.joined(separator: " ")
        try await AlertMessage(document: document, receipt: receipt, lock: lock, services: services).send(to: watch)
        try await alertStore.noteReported(numbers)
        lock?.forgetNotes()
    }
}
