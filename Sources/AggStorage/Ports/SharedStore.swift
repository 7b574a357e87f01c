package import Foundation

/// The port to the management of a store on a server that a team shares.
package protocol SharedStore: Sendable {
    /// The statements that make the store, as its owner would run them.
    ///
    /// - Throws: `StoreError` if the server cannot be asked.
    func plan() async throws(StoreError) -> StorePlan

    /// Makes the store, or brings its tables up to date.
    ///
    /// - Throws: `StoreError`; nothing is changed then.
    func make(_ plan: StorePlan) async throws(StoreError)

    /// The condition of the server and the store.
    ///
    /// - Throws: `StoreError` if it cannot be read.
    func status() async throws(StoreError) -> StoreStatus

    /// The ids of the sources that others refresh, as they do, until the stream is given up.
    func news() -> AsyncStream<String>
}

/// What `store init` does.
package struct StorePlan: Hashable, Sendable {
    /// The server and its database, for people.
    package var place: String
    /// The statements, in order; empty if there is nothing to do.
    package var statements: [String]
    /// Remarks, a sentence each.
    package var notes: [String]

    /// Creates a plan.
    package init(place: String, statements: [String] = [], notes: [String] = []) {
        self.place = place
        self.statements = statements
        self.notes = notes
    }
}

/// The condition of a store on a server.
package struct StoreStatus: Hashable, Sendable {
    /// A source and the room it takes.
    package struct Source: Hashable, Sendable {
        /// The id.
        package var id: String
        /// The number of its rows.
        package var records: Int
        /// The size of its table and indexes, in bytes.
        package var bytes: Int

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
        /// What it does, such as `streaming`.
        package var state: String
        /// How far it is behind, in seconds; nil if it is not behind.
        package var lag: Double?

        /// Creates a replica.
        package init(name: String, state: String, lag: Double?) {
            self.name = name
            self.state = state
            self.lag = lag
        }
    }

    /// One who is refreshing a source.
    package struct Refresher: Hashable, Sendable {
        /// The id of the source.
        package var source: String
        /// The user, machine, and process.
        package var holder: String
        /// Since when.
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
    /// The user it is used as.
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
    /// How far the server that was asked is behind, in seconds; nil if it is the primary.
    package var lag: Double?
    /// Who is refreshing.
    package var refreshers: [Refresher]
    /// The number of locks that somebody waits for.
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
