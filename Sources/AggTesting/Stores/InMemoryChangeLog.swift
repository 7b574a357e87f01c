import AggSource
import AggStorage
import Foundation

/// What refreshes changed in a source of the store in memory.
struct InMemoryChangeLog {
    /// The refreshes with what they changed, oldest first.
    private var refreshes: [(refresh: ChangeLog.Refresh, changes: [RecordChange])] = []

    /// Adds what a refresh did to the rows of before; the changes in the order in which they are kept.
    mutating func add(
        _ commit: RefreshCommit, over state: StoredSource?, _ change: LoadChange, _ changes: [RecordChange]
    ) {
        guard let at = commit.fetchedAt else { return }
        let isSame = state?.fingerprint == commit.fingerprint && state?.mappingVersion == commit.mappingVersion
        let kind: ChangeLog.Refresh.Kind = state?.fetchedAt == nil ? .first : isSame ? .ordinary : .renewed
        var removed = change.removed
        if case .accumulate = commit.mode { removed = 0 }
        let refresh = ChangeLog.Refresh(
            at: at, kind: kind, added: change.added, changed: change.changed, removed: removed)
        guard refresh.count > 0 else { return }
        let listed = kind == .ordinary ? changes.prefix(ChangeLog.greatestCount) : []
        refreshes.append((refresh, Array(listed)))
        forget(before: at.addingTimeInterval(-ChangeLog.keptSeconds))
    }

    /// What changed since a time; without one what the last refresh did, which was at the time given.
    func log(since time: Date?, last: Date?, limit: Int) -> ChangeLog {
        let span =
            time.map { time in refreshes.filter { $0.refresh.at >= time } }
            ?? refreshes.suffix(1).filter { $0.refresh.at == last }
        let changes = span.reversed().flatMap(\.changes)
        return ChangeLog(
            changes: Array(changes.prefix(limit)), kept: changes.count, refreshes: span.map(\.refresh).reversed(),
            lastChange: refreshes.last?.refresh.at)
    }

    private mutating func forget(before time: Date) {
        refreshes.removeAll { $0.refresh.at < time }
        refreshes = refreshes.suffix(ChangeLog.greatestRefreshes)
        var surplus = refreshes.reduce(-ChangeLog.greatestCount) { $0 + $1.changes.count }
        for index in refreshes.indices where surplus > 0 {
            let dropped = min(surplus, refreshes[index].changes.count)
            refreshes[index].changes.removeFirst(dropped)
            surplus -= dropped
        }
    }
}
