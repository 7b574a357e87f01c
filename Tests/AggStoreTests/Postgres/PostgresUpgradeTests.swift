import AggSearch
import AggSource
import AggStorage
import Foundation
import Testing

@testable import AggPostgres

/// A store of an earlier version on a server.
@Suite(TestServer.isThere) struct PostgresUpgradeTests {
    private let schema = "t\(UInt64.random(in: 0...UInt64(Int64.max)))"

    private func server(_ url: String? = TestServer.url) throws -> Server {
        Server(try ServerAddress(try #require(url), environment: [:]), schema: schema)
    }

    private func run(_ sql: String) async throws {
        try await server().use(.reading, .seconds(10), checksVersion: false) { session, _ in try session.run(sql) }
    }

    /// Creates the tables of version 1, owned by `agg_owner`, with a source and a favorite.
    private func makeFirst() async throws {
        let text = SchemaText(schema: schema)
        let own = "\(schema).favorite, \(schema).setting, \(schema).saved_search"
        let statements =
            SchemaText.makeRoles + text.makeSchemas(owner: "agg_owner") + ["SET ROLE agg_owner"] + text.first + [
                "INSERT INTO \(schema).version VALUES (1, 1)",
                "GRANT USAGE ON SCHEMA \(schema), \(schema)_sql TO agg_reader",
                "GRANT SELECT ON ALL TABLES IN SCHEMA \(schema) TO agg_reader",
                "GRANT SELECT, INSERT, UPDATE, DELETE ON \(own) TO agg_reader", "RESET ROLE",
                "INSERT INTO \(schema).source (id, origin, fetched_at) VALUES ('news', 'remote', 1)",
                """
                INSERT INTO \(schema).favorite (source, key, kind, marked_at, snapshot, tags)
                VALUES ('cities', '1', 'cities', 1795000000.5, '{"version":1,"key":"1","title":"London"}', '["x"]')
                """,
            ]
        try await server().use(.reading, .seconds(10), checksVersion: false) { session, _ in
            for statement in statements { try session.rows(statement) }
        }
    }

    @Test func `a store of version 1 is refused until its owner upgrades it, and keeps everything`() async throws {
        try await makeFirst()
        let store = try server()
        let error = await #expect(throws: StoreError.self) { try await PostgresRecordStore(server: store).states() }
        #expect(error?.code == "store_older_version" && error?.reason.contains("agg store init") == true)
        let name = "u\(UInt64.random(in: 0...UInt64(Int64.max)))"
        try await run("CREATE ROLE \(name) LOGIN; GRANT agg_reader TO \(name)")
        let reader = try server(TestServer.url?.replacing("postgres@", with: "\(name)@"))
        let refusal = await #expect(throws: StoreError.self) { try await ServerAdministration(server: reader).plan() }
        #expect(refusal?.code == StoreError.readOnlyCode && refusal?.reason.contains("agg_owner") == true)
        let administration = ServerAdministration(server: store)
        let plan = try await administration.plan()
        #expect(plan.isUpgrade && plan.statements.first == "SET LOCAL ROLE agg_owner")
        // The second one finds an upgraded store.
        for _ in 0..<2 { try await administration.make(plan) }
        #expect(try await administration.status().version == StoreVersion.current)
        #expect(try await administration.plan().statements.isEmpty)
        #expect(try await PostgresRecordStore(server: store).states()[.news]?.changeCount == 0)
        let users = PostgresUserStore(server: store)
        let address = RecordAddress(source: .cities, key: "1")
        #expect(try await users.favorites().map(\.tags) == [["x"]])
        #expect(try await users.favoriteHistories()[address]?.favorite(at: address)?.tags == ["x"])
        try await PostgresReadMarkStore(server: reader).mark([SourceID.news: .init(at: noon, changes: 1)])
        #expect(try await PostgresReadMarkStore(server: reader).readMarks().sources.count == 1)
    }

    @Test func `an upgrade keeps everyone else from calling the functions of a store without roles`() async throws {
        let text = SchemaText(schema: schema)
        let statements =
            text.makeSchemas(owner: nil) + text.first + text.second + ["INSERT INTO \(schema).version VALUES (2, 1)"]
        let server = try server()
        try await server.use(.reading, .seconds(10), checksVersion: false) { session, _ in
            for statement in statements { try session.rows(statement) }
        }
        func mayAnyone() async throws -> Bool? {
            try await server.use(.reading, .seconds(5), checksVersion: false) { [schema] session, _ in
                try session.rows("SELECT has_function_privilege('public', '\(schema).drop_part(int)', 'EXECUTE')")
                    .first?.flag(0)
            }
        }
        #expect(try await mayAnyone() == true)
        let administration = ServerAdministration(server: server)
        let plan = try await administration.plan()
        #expect(plan.isUpgrade)
        try await administration.make(plan)
        #expect(try await mayAnyone() == false)
        #expect(try await administration.status().version == StoreVersion.current)
    }

    @Test func `an upgraded store has the same tables as a new one`() async throws {
        try await makeFirst()
        let administration = ServerAdministration(server: try server())
        try await administration.make(try await administration.plan())
        let other = "t\(UInt64.random(in: 0...UInt64(Int64.max)))"
        let new = ServerAdministration(
            server: Server(try ServerAddress(try #require(TestServer.url), environment: [:]), schema: other))
        try await new.make(try await new.plan())
        func tables(_ server: Server) async throws -> [String] {
            try await server.use(.reading, .seconds(10)) { session, _ in
                let columns = try session.rows(
                    """
                    SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable
                    FROM information_schema.columns WHERE table_schema = $1 ORDER BY 1
                    """, [.text(server.schema)]
                ).map { $0.text(0) }
                let policies = try session.rows(
                    """
                    SELECT c.relname || ' ' || c.relforcerowsecurity || ' ' || coalesce(p.polname, '') || ' '
                        || pg_get_userbyid(c.relowner) || ' ' || has_table_privilege('agg_reader', c.oid, 'INSERT')
                    FROM pg_class c LEFT JOIN pg_policy p ON p.polrelid = c.oid
                    WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' ORDER BY 1
                    """, [.text(server.schema)]
                ).map { $0.text(0) }
                return columns + policies
            }
        }
        let (upgraded, made) = (try await tables(administration.server), try await tables(new.server))
        #expect(upgraded == made && made.contains { $0.hasPrefix("read_record") })
    }
}
