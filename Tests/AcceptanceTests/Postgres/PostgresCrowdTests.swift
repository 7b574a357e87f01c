import Testing

extension ReliabilityTests {
    /// Many processes on one server.
    @Suite(PostgresCluster.isThere) struct PostgresCrowdTests {
        @Test func `eight processes on one server lose nothing`() async throws {
            let server = try await PostgresCluster()
            let agg = try Agg(server: server.url)
            let crowd = try await Crowd(agg, size: 600, for: Soak.seconds(5, long: 300, "AGG_SOAK_SECONDS"))
            var found = UserData()
            for row in try server.sql("SELECT source || ':' || key || '|' || coalesce(note, '') FROM agg.favorite") {
                let parts = row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
                found.favorites[parts[0]] = parts[1]
            }
            for row in try server.sql("SELECT name || '|' || value FROM agg.setting") {
                let parts = row.split(separator: "|").map(String.init)
                found.settings[parts[0]] = parts[1]
            }
            for row in try server.sql("SELECT name || '|' || line FROM agg.saved_search") {
                let parts = row.split(separator: "|").map(String.init)
                found.searches[parts[0]] = parts[1]
            }
            crowd.report("eight processes on one server", found, titles: try server.titles(of: "cities"))
        }
    }
}
