package import AggSearch
package import Foundation

/// What a refresh did to one record.
package struct RecordChange: Hashable, Sendable {
    /// What was done, in one word.
    package enum Kind: String, Hashable, Sendable {
        /// The record was not stored before.
        case added
        /// It differs from what was stored.
        case changed
        /// The source's answer no longer held it.
        case removed
    }

    /// The address of the record.
    package var address: RecordAddress
    /// Its title; for a removed record the last one it had.
    package var title: String
    /// What was done.
    package var kind: Kind
    /// When the answer was fetched.
    package var at: Date
    /// What differs, for a changed record.
    package var fields: [FieldChange]

    /// Makes a change.
    package init(address: RecordAddress, title: String, kind: Kind, at: Date, fields: [FieldChange] = []) {
        self.address = address
        self.title = title
        self.kind = kind
        self.at = at
        self.fields = fields
    }
}

/// What refreshes changed in a source since some time, as far as it is kept.
///
/// Kept are the newest 10,000 changes of a source, for 90 days. Of one refresh that changed more, the changed records
/// are kept first, then the removed, then the added ones, each the best known first.
package struct ChangeLog: Hashable, Sendable {
    /// A refresh that changed something.
    package struct Refresh: Hashable, Sendable {
        /// What a refresh was, in one word.
        package enum Kind: String, Hashable, Sendable {
            /// The first over nothing or over a starter sample: every record is new, and none is listed.
            case first
            /// The first with another configuration or mapping: what differs says nothing of the source, and is not listed.
            case renewed
            /// Any other: its changes are listed.
            case ordinary
        }

        /// When the answer was fetched.
        package var at: Date
        /// What it was.
        package var kind: Kind
        /// How many records it added.
        package var added: Int
        /// How many it changed.
        package var changed: Int
        /// How many it removed; what an accumulating source keeps no longer does not count.
        package var removed: Int

        /// Makes a refresh.
        package init(at: Date, kind: Kind, added: Int, changed: Int, removed: Int) {
            self.at = at
            self.kind = kind
            self.added = added
            self.changed = changed
            self.removed = removed
        }

        /// How many records it touched.
        package var count: Int { added + changed + removed }
    }

    /// The changes, the newest refresh first, as many as asked for.
    package var changes: [RecordChange]
    /// How many of them are kept in all.
    package var kept: Int
    /// The refreshes that changed something, the newest first.
    package var refreshes: [Refresh]
    /// When the source last changed, be it before the time that was asked for; nil if no change is known.
    package var lastChange: Date?

    /// Makes a log.
    package init(changes: [RecordChange] = [], kept: Int = 0, refreshes: [Refresh] = [], lastChange: Date? = nil) {
        self.changes = changes
        self.kept = kept
        self.refreshes = refreshes
        self.lastChange = lastChange
    }

    /// How many changes there were that are not kept.
    package var forgotten: Int { refreshes.filter { $0.kind == .ordinary }.reduce(-kept) { $0 + $1.count } }

    /// The most changes of a source that are kept.
    package static let greatestCount = 10_000
    /// The most refreshes of a source that are kept.
    package static let greatestRefreshes = 1_000
    /// For how long changes are kept, in seconds.
    package static let keptSeconds: TimeInterval = 90 * 86_400
}
