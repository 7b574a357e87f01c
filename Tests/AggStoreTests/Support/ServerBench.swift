import AggSource
import AggStorage
import Foundation
import Testing

@testable import AggPostgres

/// A schema of the test server, and connections to it as various users.
struct ServerBench {
    static let both = ProcessInfo.processInfo.environment["AGG_TEST_POSTGRES_BOTH"]
    static let pool = ProcessInfo.processInfo.environment["AGG_TEST_POSTGRES_POOL"]

    let schema = "t\(UInt64.random(in: 0...UInt64(Int64.max)))"

    func server(_ url: String? = TestServer.url) throws -> Server {
        Server(try ServerAddress(try #require(url), environment: [:]), schema: schema)
    }

    /// Creates the store.
    func made() async throws -> Server {
        let server = try server()
        let administration = ServerAdministration(server: server)
        try await administration.make(try await administration.plan())
        return server
    }

    /// Runs statements as the owner of the server.
    func run(_ sql: String) async throws {
        try await server().use(.reading, .seconds(10), checksVersion: false) { session, _ in try session.run(sql) }
    }

    /// Returns the server as seen by a new user with a role and a setting such as `extra_float_digits = 0`.
    func user(_ role: String, with setting: String) async throws -> Server {
        let name = "u\(UInt64.random(in: 0...UInt64(Int64.max)))"
        try await run("CREATE ROLE \(name) LOGIN; GRANT \(role) TO \(name); ALTER ROLE \(name) SET \(setting)")
        return try server(TestServer.url?.replacing("postgres@", with: "\(name)@"))
    }
}
