package import AggSearch
package import AggSource
package import Foundation

/// A watched search: a saved search with `--watch`.
package struct Watch: Hashable, Sendable {
    /// The name of the saved search.
    package var name: String
    /// The shell command that gets new matches on its standard input; nil if absent.
    package var command: String?
    /// The URL that new matches are sent to; nil if absent.
    package var webhook: String?
    /// When the watch began; earlier changes are not new matches.
    package var since: Date
    /// The time of the last change examined, by source.
    package var examined: [SourceID: Date]

    /// Creates a watched search.
    package init(
        name: String, command: String? = nil, webhook: String? = nil, since: Date, examined: [SourceID: Date] = [:]
    ) {
        self.name = name
        self.command = command
        self.webhook = webhook
        self.since = since
        self.examined = examined
    }

    /// Whether new matches go to a command or a URL; `alerts` then does not list them.
    package var isSent: Bool { command != nil || webhook != nil }
}

/// A new match of a watched search.
package struct Alert: Hashable, Sendable {
    /// The number in the store; 0 until stored.
    package var number: Int64
    /// The name of the watched search.
    package var watch: String
    /// The address of the record.
    package var address: RecordAddress
    /// The title of the record.
    package var title: String
    /// Whether the record is new, or changed in a way that made it match.
    package var kind: RecordChange.Kind
    /// The time of the refresh that added or changed the record.
    package var at: Date
    /// The number of attempts to send it.
    package var attempts: Int
    /// Whether it has been reported.
    package var isReported: Bool

    /// Creates a new match.
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
