package import AggSource
package import AggStorage
import Foundation

/// The parts of a store on a server, which is not contacted before the first use.
package struct PostgresStores: Sendable {
    /// The data that can be fetched again.
    package let mirror: any RecordStore
    /// The user's own data.
    package let user: any UserStore
    /// The data that a server doesn't keep yet.
    package let local = LocalOnly()
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
    package init(_ address: ServerAddress, schema: String = "agg") {
        server = Server(address, schema: schema)
        name = address.name
        mirror = PostgresRecordStore(server: server)
        user = PostgresUserStore(server: server)
        sql = PostgresSQLReader(server: server)
        shared = ServerAdministration(server: server)
        health = ServerHealth(server: server)
    }
}
