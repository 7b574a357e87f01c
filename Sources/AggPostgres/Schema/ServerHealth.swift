import AggSource
import AggStorage

/// The check of a store on a server.
struct ServerHealth: HealthCheck {
    let server: Server

    /// Checks whether the server responds, has the store, and may be written to.
    func findings(in scope: HealthScope) async -> [HealthFinding] {
        let (name, schema) = (server.address.name, server.schema)
        do throws(StoreError) {
            let found = try await server.use(.reading, .seconds(30)) { session, _ in
                (
                    try session.rows("SHOW server_version").first?.text(0) ?? "",
                    try session.number("SELECT count(*) FROM \(schema).source") ?? 0,
                    try session.rows("SELECT has_table_privilege('\(schema).source', 'UPDATE')").first?.flag(0) ?? false
                )
            }
            let rights =
                found.2
                ? "you can refresh sources" : "you can search the store and save favorites, but not refresh sources"
            return [
                HealthFinding("store", .ok, "\(name) responds (PostgreSQL \(found.0), \(found.1) sources; \(rights))")
            ]
        } catch {
            return [
                HealthFinding("store", .failed, error.reason, fix: "see Docs/Configuration.md, “A store on a server”")
            ]
        }
    }
}
