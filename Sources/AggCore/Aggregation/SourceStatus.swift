package import Foundation

/// What a source is, holds, and how far its rows can be trusted: what every answer says of the sources it is from.
package struct SourceStatus: Hashable, Sendable {
    /// The phase of a source, in one word.
    package enum Phase: String, Hashable, Sendable {
        /// A load is under way.
        case loading
        /// There are rows to serve.
        case loaded
        /// There are none, or they must not be served.
        case error
        /// The source is switched off.
        case disabled
    }

    /// The id of the source.
    package var id: SourceID
    /// The kind of the source.
    package var kind: SourceKind
    /// What several sources of its kind are called, such as `feeds`.
    package var plural = "sources"
    /// Whether it is loading, has rows, or has none to serve.
    package var phase: Phase
    /// Where the rows came from; nil where there are none.
    package var origin: Origin?
    /// The number of rows stored, those of a starter sample included.
    package var records: Int
    /// The number of favorites from the source.
    package var favorites: Int
    /// When the rows were last known to be right; nil for a starter sample.
    package var fetchedAt: Date?
    /// The age of the rows, never negative; nil for a starter sample.
    package var age: Duration?
    /// Whether the rows are past their age, left by a failed refresh, or of another configuration.
    package var isStale: Bool
    /// Why the rows are stale, or why there are none; part of a sentence.
    package var reason: String?
    /// The reason in a few words, without the details that differ between sources with the same trouble.
    package var cause: String?
    /// When the last load failed; nil if it did not.
    package var failedAt: Date?
    /// The time since the last load failed.
    package var failureAge: Duration?
    /// Warnings that belong on every answer from the rows.
    package var notes: [String]
    /// What has to be said about where the rows come from: a file, plain http, or a simulation; nil where nothing has.
    package var remark: String?
    /// When the next refresh is due; nil when it is due now.
    package var nextRefresh: Date?
    /// Whether the rows may be shown.
    package var isServed: Bool

    /// Whether a refresh is due: the rows are past their age, of another configuration, or only a sample.
    package var isDue: Bool { nextRefresh == nil }
}

extension SourceStatus {
    /// Judges a source by what is stored of it.
    ///
    /// With `usesCache` off, rows that are past their age or whose last refresh failed are not served.
    package init(
        _ instance: SourceInstance, stored: StoredSource?, favorites: Int = 0, now: Date, usesCache: Bool = true
    ) {
        let policy = instance.dataSource.policy
        let age = stored?.age(at: now)
        // A clock that was set back would keep such rows fresh until it has caught up.
        let isFromFuture = stored?.fetchedAt.map { $0.timeIntervalSince(now) > NetworkCheck.tolerance } ?? false
        let isExpired = isFromFuture || age.map { $0 > policy.freshFor } ?? true
        let isForeign = stored.map { $0.origin == .remote && !$0.isOf(instance) } ?? false
        let isTooOld = zip(age, policy.keepFor).map { $0 > $1 } ?? false
        let isStored = stored.map { $0.origin != .starter && $0.fetchedAt != nil } ?? false
        let hasFailed = stored?.failure != nil

        id = instance.id
        kind = instance.kind
        plural = type(of: instance.dataSource).plural
        records = stored?.records ?? 0
        self.favorites = favorites
        fetchedAt = stored?.fetchedAt
        self.age = age
        notes = stored?.notes ?? []
        remark = Self.remark(instance)
        // Where only a failure is noted there is neither a time nor a row.
        origin = stored.flatMap { $0.fetchedAt == nil && $0.records == 0 ? nil : $0.origin }
        isStale = isStored && (isExpired || isForeign || hasFailed)
        nextRefresh =
            isStored && !isExpired && !isForeign ? stored?.fetchedAt?.addingTimeInterval(policy.freshFor.seconds) : nil
        isServed = origin != nil && !isTooOld && (usesCache || !(isStale || hasFailed))
        phase = isServed ? .loaded : .error
        failedAt = stored?.failure?.failedAt
        failureAge = failedAt.map { Age.since($0, now: now) }
        (reason, cause) =
            if let failure = stored?.failure {
                (failure.reason, failure.cause)
            } else if let age, isTooOld {
                (SourceError.tooOld(age: age).reason(), "past keep_for")
            } else if isForeign {
                (
                    "its configuration or mapping has changed since; refresh \(id) fetches it anew",
                    "configuration changed"
                )
            } else if isStale, isFromFuture {
                ("fetched at a time yet to come: the clock has been set", "clock set back")
            } else if isStale {
                ("past \(Age.text(policy.freshFor))", "past \(Age.text(policy.freshFor))")
            } else {
                origin == nil ? (SourceError.nothingStored.reason(), "not fetched yet") : (nil, nil)
            }
    }

    private static func remark(_ instance: SourceInstance) -> String? {
        var remarks: [String] = []
        switch instance.address?.prefix(while: { $0 != ":" }).lowercased() {
        case "file": remarks.append("a file")
        case "http": remarks.append("plain http, not encrypted")
        default: break
        }
        if let simulation = instance.simulation {
            remarks.append(
                "simulated: the starter sample answers and \(Int(clamping: simulation.errorRate * 100)) of 100 loads fail"
            )
        }
        return remarks.isEmpty ? nil : remarks.joined(separator: "; ")
    }
}

private func zip<A, B>(_ left: A?, _ right: B?) -> (A, B)? {
    guard let left, let right else { return nil }
    return (left, right)
}

extension Duration {
    /// The span in seconds.
    package var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
