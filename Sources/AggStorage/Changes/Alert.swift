package import AggSearch
package import AggSource
package import Foundation

/// A saved search that watches for new matches.
package struct Watch: Hashable, Sendable {
    /// The name of the saved search.
    package var name: String
    /// The shell command that gets new matches on its standard input; nil for none.
    package var command: String?
    /// The URL that new matches are sent to; nil for none.
    package var webhook: String?
    /// When it began: earlier changes are no new matches.
    package var since: Date
    /// The last refresh of each source whose changes were examined.
    package var examined: [SourceID: Date]

    /// Creates a watch.
    package init(
        name: String, command: String? = nil, webhook: String? = nil, since: Date, examined: [SourceID: Date] = [:]
    ) {
        self.name = name
        self.command = command
        self.webhook = webhook
        self.since = since
        self.examined = examined
    }

    /// Whether new matches are sent somewhere, so that `alerts` does not list them.
    package var isSent: Bool { command != nil || webhook != nil }
}

/// A new match of a watch.
package struct Alert: Hashable, Sendable {
    /// Its number in the store; 0 before it is stored.
    package var number: Int64
    /// The name of the watch.
    package var watch: String
    /// The address of the record.
    package var address: RecordAddress
    /// The title of the record.
    package var title: String
    /// Whether the record was added, or changed so that it matches.
    package var kind: RecordChange.Kind
    /// When the refresh was that brought it.
    package var at: Date
    /// How often sending it has begun.
    package var attempts: Int
    /// Whether it was reported.
    package var isReported: Bool

    /// Creates an alert.
    package init(
        number: Int64 = 0, watch: String, address: RecordAddress, title: String, kind: RecordChange.Kind, at: Date,
        attempts: Int = 0, isReported: Bool = false
    ) {
        self.number = number
        self.watch = watch
        self.address = address
        self.title = title
        self.kind = kind
        self.at = at
        self.attempts = attempts
        self.isReported = isReported
    }
}
