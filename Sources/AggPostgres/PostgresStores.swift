package import AggSource
package import AggStorage
import Foundation

/// The parts of a store on a server, which is not contacted before the first use.
package struct PostgresStores: Sendable {
    /// The data that can be fetched again.
    package let mirror: any RecordStore
    /// The user's own data.
    package let user: any UserStore
    /// Merges the user's own favorites with those of other machines.
    package let merger: any FavoriteMergeStore
    /// The user's read marks.
    package let readMarks: any ReadMarkStore
    /// The user's watched searches and their new matches.
    package let alerts: any AlertStore
    /// SQL access to both.
    package let sql: any SQLReader
    /// The management of the store.
    package let shared: any SharedStore
    /// The check of the server.
    package let health: any HealthCheck
    /// The server's name.
    package let name: String
    private let server: Server

    /// Creates a store without connecting; its tables are in the schema `agg`, except in tests.
    ///
    /// `advice` is added to errors if the server is away.
    package init(
        _ address: ServerAddress, schema: String = "agg", clock: WallClock = .system,
        retention: ChangeRetention = ChangeRetention(), advice: String? = nil
    ) {
        server = Server(address, schema: schema, advice: advice)
        name = address.name
        mirror = PostgresRecordStore(server: server, retention: retention)
        let users = PostgresUserStore(server: server, clock: clock)
        (user, merger) = (users, users)
        readMarks = PostgresReadMarkStore(server: server)
        alerts = PostgresAlertStore(server: server)
        sql = PostgresSQLReader(server: server)
        shared = ServerAdministration(server: server)
        health = ServerHealth(server: server)
    }

    /// Returns a text that changes whenever anyone changes what this user sees in the store.
    ///
    /// - Returns: Nil if the server is away, or has replicas, whose rows may be older than those of its primary.
    package func version() async -> String? {
        let schema = server.schema
        guard !server.address.hasReplicas else { return nil }
        return try? await server.read { session in try StoreChanges.text(schema, session) }
    }

    /// Returns whether this user may refresh sources, as far as the server can tell.
    package func mayRefresh() async -> Bool {
        let schema = server.schema
        // Of several hosts, another may accept writes.
        let isReplica = server.address.hasReplicas ? "false" : "pg_is_in_recovery()"
        let isDenied = try? await server.read { session in
            try session.rows(
                """
                SELECT NOT has_table_privilege('\(schema).source', 'UPDATE') OR \(isReplica)
                    OR current_setting('default_transaction_read_only')::boolean
                """
            ).first?.flag(0)
        }
        return isDenied != true
    }

    /// Returns the store's locks, given those of this machine.
    package func locks(_ files: any StoreLocks) -> any StoreLocks { ServerLocks(server: server, files: files) }
}
