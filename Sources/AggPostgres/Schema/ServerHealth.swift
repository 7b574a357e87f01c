import AggSource
import AggStorage

/// The check of a store on a server.
struct ServerHealth: HealthCheck {
    let server: Server

    /// Checks whether the server responds, has the store, and may be written to.
    func findings(in scope: HealthScope) async -> [HealthFinding] {
        do throws(StoreError) {
            return [try await finding(.writing)]
        } catch {
            // Of several hosts, a replica may respond if the primary is away.
            if server.address.hasReplicas, var found = try? await finding(.reading) {
                found.status = .warning
                found.fix = "to refresh sources, make the primary available: \(error.reason)"
                return [found]
            }
            return [
                HealthFinding("store", .failed, error.reason, fix: "see Docs/Configuration.md, “A store on a server”")
            ]
        }
    }

    private func finding(_ role: Server.Role) async throws(StoreError) -> HealthFinding {
        let (name, schema) = (server.address.name, server.schema)
        return try await server.use(role, .seconds(30)) { session, _ in
            func flag(_ sql: String) throws -> Bool { try session.rows(sql).first?.flag(0) ?? false }
            let version = try session.rows("SHOW server_version").first?.text(0) ?? ""
            let sources = try session.number("SELECT count(*) FROM \(schema).source") ?? 0
            func may(_ right: String, _ table: String) throws -> Bool {
                try flag("SELECT has_table_privilege('\(schema).\(table)', '\(right)')")
            }
            if try !may("SELECT", "favorite") {
                return HealthFinding(
                    "store", .warning, "\(name) responds, but you do not have permission to read favorites",
                    fix: "ask the store's owner to grant SELECT on \(schema).favorite to agg_reader again")
            }
            let rights =
                if try flag("SELECT pg_is_in_recovery()") {
                    "it is a replica, so you can search the store but not change it"
                } else if try flag("SELECT current_setting('transaction_read_only')::boolean") {
                    "it is read-only for you, so you can search the store but not change it"
                } else if try StoreVersion(session, schema).isNewer {
                    "the store was made by a newer version of agg, so you can search it but not change it"
                } else if try may("UPDATE", "source") {
                    "you can refresh sources"
                } else if try may("INSERT", "favorite") {
                    "you can search the store and save favorites, but not refresh sources"
                } else {
                    "you can search the store, but not save favorites or refresh sources"
                }
            return HealthFinding(
                "store", .ok, "\(name) responds (PostgreSQL \(version), \(sources) sources; \(rights))")
        }
    }
}
