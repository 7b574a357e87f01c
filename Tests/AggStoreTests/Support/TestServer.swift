import AggPostgres
import AggSource
import AggStorage
import Foundation
import Testing

/// The PostgreSQL server that tests use: `AGG_TEST_POSTGRES` is the URL of a database, which `make check-postgres` makes.
enum TestServer {
    static let url = ProcessInfo.processInfo.environment["AGG_TEST_POSTGRES"]
    /// The condition of tests that need the server.
    static let isThere = ConditionTrait.enabled(
        if: url != nil, "there is no PostgreSQL server to test; make check-postgres starts one")

    /// A new store in a schema of its own.
    static func makeStore(
        clock: WallClock = .system, retention: ChangeRetention = ChangeRetention()
    ) async throws -> PostgresStores {
        let schema = "t\(UInt64.random(in: 0...UInt64(Int64.max)))"
        let stores = try store(in: schema, clock: clock, retention: retention)
        try await stores.shared.make(try await stores.shared.plan())
        return stores
    }

    /// The store in a schema, as seen through another connection.
    static func store(
        in schema: String, clock: WallClock = .system, retention: ChangeRetention = ChangeRetention()
    ) throws -> PostgresStores {
        let url = try #require(url)
        return PostgresStores(
            try ServerAddress(url, environment: ProcessInfo.processInfo.environment), schema: schema, clock: clock,
            retention: retention)
    }
}
