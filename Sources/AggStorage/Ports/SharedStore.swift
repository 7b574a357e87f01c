package import Foundation

/// The port for managing a store on a server that a team shares.
package protocol SharedStore: Sendable {
    /// The statements that create or upgrade the store, as its owner would run them.
    ///
    /// - Throws: `StoreError` if the server cannot be reached.
    func plan() async throws(StoreError) -> StorePlan

    /// Creates the store, or brings its tables up to date.
    ///
    /// - Throws: `StoreError`; in that case nothing changes.
    func make(_ plan: StorePlan) async throws(StoreError)

    /// The condition of the server and the store.
    ///
    /// - Throws: `StoreError` if it cannot be read.
    func status() async throws(StoreError) -> StoreStatus

    /// The ids of sources as other processes refresh them, until the stream is dropped.
    func news() -> AsyncStream<String>
}

/// The steps of `store init`.
package struct StorePlan: Hashable, Sendable {
    /// The server and its database, for display.
    package var place: String
    /// The statements, in order; empty if there is nothing to do.
    package var statements: [String]
    /// Remarks, one sentence each.
    package var notes: [String]
    /// Whether the store exists and its tables are brought up to date.
    package var isUpgrade = false

    /// Creates a plan.
    package init(place: String, statements: [String] = [], notes: [String] = []) {
        self.place = place
        self.statements = statements
        self.notes = notes
    }
}

/// The condition of a store on a server.
package struct StoreStatus: Hashable, Sendable {
    /// A source and its size.
    package struct Source: Hashable, Sendable {
        /// The id.
        package var id: String
        /// The number of its rows.
        package var records: Int
        /// The size of its table and indexes, in bytes.
        package var bytes: Int
        /// Whether its rows are only its starter sample.
        package var isSample = false

        /// Creates a source.
        package init(id: String, records: Int, bytes: Int) {
            self.id = id
            self.records = records
            self.bytes = bytes
        }
    }

    /// A server that follows the primary.
    package struct Replica: Hashable, Sendable {
        /// Its name or address.
        package var name: String
        /// The state of its replication, such as `streaming`.
        package var state: String
        /// Its lag in seconds; 0 if it is up to date, nil if unknown.
        package var lag: Double?

        /// Creates a replica.
        package init(name: String, state: String, lag: Double?) {
            self.name = name
            self.state = state
            self.lag = lag
        }
    }

    /// A process that is refreshing a source.
    package struct Refresher: Hashable, Sendable {
        /// The id of the source.
        package var source: String
        /// The user, machine, and process.
        package var holder: String
        /// When the refresh started.
        package var since: Date

        /// Creates a refresher.
        package init(source: String, holder: String, since: Date) {
            self.source = source
            self.holder = holder
            self.since = since
        }
    }

    /// The server.
    package var place: String
    /// The server's version.
    package var server: String
    /// The database user of the connection.
    package var user: String
    /// The roles of the user, such as `agg_reader`.
    package var roles: [String]
    /// The version of the tables.
    package var version: Int
    /// The size of the database, in bytes.
    package var bytes: Int
    /// The sources, by id.
    package var sources: [Source]
    /// The replicas.
    package var replicas: [Replica]
    /// The greatest possible lag of the connected server in seconds; nil if it is the primary.
    package var lag: Double?
    /// The refreshes in progress.
    package var refreshers: [Refresher]
    /// The number of lock requests that are waiting.
    package var waiting: Int

    /// Creates a status.
    package init(
        place: String, server: String, user: String, roles: [String], version: Int, bytes: Int, sources: [Source],
        replicas: [Replica], lag: Double?, refreshers: [Refresher], waiting: Int
    ) {
        self.place = place
        self.server = server
        self.user = user
        self.roles = roles
        self.version = version
        self.bytes = bytes
        self.sources = sources
        self.replicas = replicas
        self.lag = lag
        self.refreshers = refreshers
        self.waiting = waiting
    }
}
