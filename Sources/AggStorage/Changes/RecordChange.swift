package import AggSearch
package import Foundation

/// The change that a refresh made to one record.
package struct RecordChange: Hashable, Sendable {
    /// The type of change.
    package enum Kind: String, Hashable, Sendable {
        /// The record was not stored before.
        case added
        /// The record differs from what was stored.
        case changed
        /// The source's response no longer included the record.
        case removed
    }

    /// The address of the record.
    package var address: RecordAddress
    /// Its title; for a removed record, its last title.
    package var title: String
    /// The type of change.
    package var kind: Kind
    /// When the response was fetched; see `ChangeLog.Refresh`.
    package var at: Date
    /// The differences, for a changed record.
    package var fields: [FieldChange]

    /// Creates a change.
    package init(address: RecordAddress, title: String, kind: Kind, at: Date, fields: [FieldChange] = []) {
        self.address = address
        self.title = title
        self.kind = kind
        self.at = at
        self.fields = fields
    }
}

/// The changes that refreshes made in a source since a given time, as far back as they are kept.
///
/// `ChangeRetention` sets how many are kept, and for how long. If one refresh made more than that, changed records are
/// kept first, then removed ones, then added ones, best known first in each group.
package struct ChangeLog: Hashable, Sendable {
    /// A refresh that changed something.
    package struct Refresh: Hashable, Sendable {
        /// The type of refresh.
        package enum Kind: String, Hashable, Sendable {
            /// The first refresh of an empty source or a starter sample: every record is new, and none is listed.
            case first
            /// The first refresh with another configuration or mapping: the changes are not the source's own and are
            /// not listed, except the changed records, which watched searches examine. See `RefreshCommit.entries`
            /// for the new records of an accumulating source.
            case renewed
            /// Any other refresh: its changes are listed.
            case ordinary
        }

        /// When the response was fetched; later than the source's previous change, even if the clock was set back or
        /// another process committed a newer response first.
        package var at: Date
        /// The type of refresh.
        package var kind: Kind
        /// The number of records added.
        package var added: Int
        /// The number of records changed.
        package var changed: Int
        /// The number of records removed, excluding those that merely aged out of an accumulating source.
        package var removed: Int

        /// Creates a refresh.
        package init(at: Date, kind: Kind, added: Int, changed: Int, removed: Int) {
            self.at = at
            self.kind = kind
            self.added = added
            self.changed = changed
            self.removed = removed
        }

        /// The total number of records affected.
        package var count: Int { added + changed + removed }
    }

    /// The changes, newest refresh first, up to the limit.
    package var changes: [RecordChange]
    /// The total number of changes kept.
    package var kept: Int
    /// The refreshes that changed something, newest first.
    package var refreshes: [Refresh]
    /// When the source last changed, even if that was before the given time; nil if no change is known.
    package var lastChange: Date?
    /// Whether the changed records of renewed refreshes are listed, too.
    package var listsRenewed: Bool

    /// Creates a log.
    package init(
        changes: [RecordChange] = [], kept: Int = 0, refreshes: [Refresh] = [], lastChange: Date? = nil,
        listsRenewed: Bool = false
    ) {
        self.changes = changes
        self.kept = kept
        self.refreshes = refreshes
        self.lastChange = lastChange
        self.listsRenewed = listsRenewed
    }

    /// The number of changes that are not kept.
    package var forgotten: Int {
        refreshes.reduce(-kept) { sum, refresh in
            switch refresh.kind {
            case .ordinary: sum + refresh.count
            case .renewed: sum + (listsRenewed ? refresh.changed : 0)
            case .first: sum
            }
        }
    }

    /// Whether the source may have new records that are not listed.
    package var isIncomplete: Bool { forgotten > 0 || refreshes.contains { $0.kind == .renewed && $0.added > 0 } }

    /// Returns a log of all changes kept since a time without those at that very time.
    package func after(_ time: Date) -> ChangeLog {
        let later = changes.filter { $0.at > time }
        return ChangeLog(
            changes: later, kept: later.count, refreshes: refreshes.filter { $0.at > time }, lastChange: lastChange,
            listsRenewed: listsRenewed)
    }

    /// The time of a new entry for a response, so that a reader who knows the time of the last entry finds it.
    package static func time(of response: Date, after last: Date?) -> Date {
        // A power of two keeps times exact.
        last.map { max(response, $0.addingTimeInterval(1 / 1_024)) } ?? response
    }

    /// The time between two entries for the same response, in seconds, is less than this.
    package static let greatestGap = 0.001

    /// The maximum number of refreshes kept per source.
    package static let greatestRefreshes = 1_000

    /// A limit larger than any log, for reading all changes.
    package static let everything = 1 << 40
}

/// How much of the change log is kept.
package struct ChangeRetention: Hashable, Sendable {
    /// The maximum number of changes per source; the newest are kept.
    package var count: Int
    /// How long changes are kept, in seconds.
    package var seconds: TimeInterval

    /// The maximum number of changes kept per source if a watched search has not examined them yet.
    package static let mostUnexamined = 300_000

    /// Creates a retention; by default, the newest 10,000 changes of each source are kept for 90 days.
    package init(count: Int = 10_000, seconds: TimeInterval = 90 * 86_400) {
        self.count = count
        self.seconds = seconds
    }

    /// How long read marks are kept, in seconds: longer than any change.
    package static let longestSeconds: TimeInterval = 3_660 * 86_400
}
