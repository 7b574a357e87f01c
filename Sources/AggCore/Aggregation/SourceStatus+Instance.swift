import AggSource
package import AggStorage
package import Foundation

extension SourceStatus {
    /// What to add to the reason of a failure if the rows are from before a change.
    private static let earlierConfiguration =
        "; the rows were fetched before a change to the configuration or to the way agg reads the data"
    private static let simulation = "; the rows come from a simulation"

    /// Creates the status of a source from what is stored for it.
    ///
    /// With `usesCache` off, rows that are outdated or whose last refresh failed are not used.
    package init(
        _ instance: SourceInstance, stored: StoredSource?, favorites: Int = 0, now: Date, usesCache: Bool = true
    ) {
        let policy = instance.dataSource.policy
        let age = stored?.age(at: now)
        // If the clock was set back, such rows would stay fresh until it caught up.
        let isFromFuture = stored?.fetchedAt.map { $0.timeIntervalSince(now) > NetworkCheck.tolerance } ?? false
        // Rows that may no longer be shown are due, however long they would count as fresh.
        let freshFor = policy.keepFor.map { min($0, policy.freshFor) } ?? policy.freshFor
        let isExpired = isFromFuture || age.map { $0 > freshFor } ?? true
        let isForeign = stored.map { $0.origin == .remote && !$0.isOf(instance) } ?? false
        let isOfSimulation = stored?.isSimulated == true && instance.simulation == nil
        let isTooOld = zip(age, policy.keepFor).map { $0 > $1 } ?? false
        let isStored = stored.map { $0.origin != .starter && $0.fetchedAt != nil } ?? false
        let hasFailed = stored?.failure != nil

        self.init(id: instance.id, kind: instance.kind, phase: .error, favorites: favorites)
        plural = type(of: instance.dataSource).plural
        records = stored?.records ?? 0
        fetchedAt = stored?.fetchedAt
        self.age = age
        notes = (stored?.notes ?? []).filter { note in
            stored?.failure.map { !ColumnHint.isOutdated(note, by: $0.reason) } ?? true
        }
        changeCount = stored?.changeCount ?? 0
        remark = instance.remark
        // If only a failure is recorded, there is neither a time nor a row.
        origin = stored.flatMap { $0.fetchedAt == nil && $0.records == 0 ? nil : $0.origin }
        self.isForeign = isForeign || isOfSimulation
        isStale = isStored && (isExpired || isForeign || hasFailed)
        nextRefresh =
            isStored && !isExpired && !isForeign ? stored?.fetchedAt?.addingTimeInterval(freshFor.seconds) : nil
        isServed = origin != nil && !isTooOld && (usesCache || !(isStale || hasFailed))
        phase = isServed ? .loaded : .error
        failedAt = stored?.failure?.failedAt
        failureAge = failedAt.map { Age.since($0, now: now) }
        (reason, cause) =
            if let failure = stored?.failure {
                (
                    failure.reason
                        + (isOfSimulation ? Self.simulation : isForeign && isStored ? Self.earlierConfiguration : ""),
                    failure.cause
                )
            } else if let age, isTooOld {
                (SourceError.tooOld(age: age).reason(), "older than keep_for")
            } else if isOfSimulation {
                ("the rows come from a simulation; run “refresh \(id)”", "simulated")
            } else if isForeign {
                (
                    "the configuration, or the way agg reads the data, has changed; run “refresh \(id)”",
                    "configuration changed"
                )
            } else if isStale, isFromFuture {
                ("the clock was set back, so the fetch time is in the future", "clock set back")
            } else if isStale {
                ("older than \(Age.text(policy.freshFor))", "older than \(Age.text(policy.freshFor))")
            } else {
                origin == nil ? (SourceError.nothingStored.reason(), "not fetched yet") : (nil, nil)
            }
    }
}

private func zip<A, B>(_ left: A?, _ right: B?) -> (A, B)? {
    guard let left, let right else { return nil }
    return (left, right)
}
