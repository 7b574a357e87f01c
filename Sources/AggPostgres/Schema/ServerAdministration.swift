import AggSource
import AggStorage
import Foundation

/// Creates the tables and roles of a store, and reports its status.
struct ServerAdministration: SharedStore {
    let server: Server

    private var schema: String { server.schema }

    /// Returns the statements that create the store.
    func plan() async throws(StoreError) -> StorePlan {
        let (schema, name) = (schema, server.address.name)
        return try await server.use(.writing, .seconds(30), checksVersion: false) { session, _ in
            let database = try session.rows("SELECT current_database()").first?.text(0) ?? ""
            var plan = StorePlan(place: "\(name), database \(database)")
            if let version = try Self.version(schema, session) {
                guard version <= StoreVersion.current else { throw StoreError.newerVersion(file: name) }
                if version == StoreVersion.current {
                    plan.notes.append("the store already exists (version \(version))")
                } else {
                    try Self.addUpgrade(from: version, SchemaText(schema: schema), session, &plan)
                }
                return plan
            }
            let taken = try session.rows(
                "SELECT nspname::text FROM pg_namespace WHERE nspname = ANY($1::name[]) ORDER BY 1",
                [.texts([schema, schema + "_sql"])])
            if let other = taken.first?.text(0) {
                throw StoreError.server(
                    code: "store_failed",
                    reason:
                        "database \(database) on \(name) has a schema “\(other)” that was not created by agg; rename "
                        + "that schema, or use another database")
            }
            let text = SchemaText(schema: schema)
            let mayMakeRoles =
                try session.number(
                    "SELECT 1 FROM pg_roles WHERE rolname = current_user AND (rolsuper OR rolcreaterole)") != nil
            guard mayMakeRoles else {
                let known = try session.number("SELECT count(*) FROM pg_roles WHERE rolname LIKE 'agg\\_%'") ?? 0
                if known == 0 {
                    plan.notes.append("you do not have permission to create roles, so only you can use the store")
                }
                plan.statements = text.makeSchemas(owner: nil) + text.statements
                return plan
            }
            plan.statements =
                SchemaText.makeRoles + text.makeSchemas(owner: "agg_owner") + ["SET LOCAL ROLE agg_owner"]
                + text.statements + text.grants + ["RESET ROLE"]
            return plan
        }
    }

    /// Returns the sources as others refresh them.
    func news() -> AsyncStream<String> { Listener.news(of: server) }

    /// Creates or upgrades the store, one process at a time, so that the second one finds it.
    func make(_ plan: StorePlan) async throws(StoreError) {
        if plan.statements.isEmpty { return }
        let schema = schema
        try await server.use(.writing, .seconds(60), checksVersion: false) { session, server in
            try session.run("BEGIN; SET LOCAL lock_timeout = '5s'")
            try session.rows("SELECT pg_advisory_xact_lock(hashtext('agg store init'))")
            if try Self.version(schema, session) ?? 0 < StoreVersion.current {
                do {
                    for statement in plan.statements { try session.rows(statement) }
                } catch let fault as ServerFault where fault.state == "42501" && !plan.isUpgrade {
                    throw StoreError.server(
                        code: StoreError.readOnlyCode,
                        reason:
                            "you do not have permission to create a store on \(server.address.name) (\(fault.message)); "
                            + "you need the CREATE privilege on the database and, to create the roles, CREATEROLE; "
                            + "ask the server's administrator")
                }
            }
            try session.run("COMMIT")
            server.noteWrite(session)
        }
        server.forgetVersion()
    }

    /// Adds the statements of an upgrade, run as the owner of the tables.
    private static func addUpgrade(
        from version: Int, _ text: SchemaText, _ session: Session, _ plan: inout StorePlan
    ) throws {
        let found = try session.rows(
            """
            SELECT quote_ident(pg_get_userbyid(relowner)), pg_get_userbyid(relowner) = current_user,
                pg_has_role(current_user, relowner, 'MEMBER'), relowner = to_regrole('agg_owner')
            FROM pg_class WHERE oid = to_regclass($1)
            """, [.text("\(text.schema).version")]
        ).first
        guard let found, found.flag(2) else {
            throw StoreError.server(
                code: StoreError.readOnlyCode,
                reason: "only the owner of the store, \(found?.text(0) ?? "unknown"), can upgrade it")
        }
        plan.isUpgrade = true
        plan.notes.append("upgrades the store from version \(version) to \(StoreVersion.current)")
        if StoreVersion.readableFrom <= version {
            plan.notes.append("older versions of agg can then read the store but not write to it")
        }
        plan.statements = text.upgrades(from: version) + (found.flag(3) ? [text.grantOwn] : [])
        if !found.flag(1) {
            plan.statements = ["SET LOCAL ROLE \(found.text(0))"] + plan.statements + ["RESET ROLE"]
        }
    }

    /// Returns the version of the tables; nil if there are none.
    private static func version(_ schema: String, _ session: Session) throws -> Int? {
        guard try session.rows("SELECT to_regclass($1)", [.text("\(schema).version")]).first?.isNull(0) == false else {
            return nil
        }
        return try session.number("SELECT version FROM \(schema).version")
    }

    /// The lag of a replica of this server in seconds: 0 if it has everything, and if it does not apply what it has, the lag
    /// in its last message and the time since then.
    private static let replicaLag = """
        CASE WHEN replay_lsn >= CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END THEN 0
            WHEN replay_lsn < flush_lsn THEN extract(epoch FROM replay_lag + (clock_timestamp() - reply_time))
            ELSE extract(epoch FROM replay_lag) END
        """
    /// The greatest possible lag of this server in seconds, if it is a replica: it knows when the last change that it applied
    /// was made, but not when the next one was.
    private static let greatestLag = """
        CASE WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0
            ELSE extract(epoch FROM now() - pg_last_xact_replay_timestamp()) END
        """

    /// Returns the status of the server and the store.
    func status() async throws(StoreError) -> StoreStatus {
        let (schema, name) = (schema, server.address.name)
        return try await server.use(.writing, .seconds(30)) { session, _ in
            func text(_ sql: String) throws -> String { try session.rows(sql).first?.text(0) ?? "" }
            let isReplica = try text("SELECT pg_is_in_recovery()") == "t"
            return StoreStatus(
                place: name, server: try text("SHOW server_version"), user: try text("SELECT current_user"),
                roles: try session.rows(
                    """
                    SELECT rolname FROM pg_roles
                    WHERE rolname = ANY($1::text[]) AND pg_has_role(current_user, oid, 'USAGE') ORDER BY rolname
                    """, [.texts(SchemaText.roles)]
                ).map { $0.text(0) },
                version: try Self.version(schema, session) ?? 0,
                bytes: try session.number("SELECT pg_database_size(current_database())") ?? 0,
                sources: try session.rows(
                    """
                    SELECT id, records, coalesce(pg_total_relation_size(to_regclass('\(schema).record_' || part)), 0),
                        origin = '\(Origin.starter.rawValue)'
                    FROM \(schema).source ORDER BY id
                    """
                ).map { row in
                    var source = StoreStatus.Source(id: row.text(0), records: row.count(1), bytes: row.count(2))
                    source.isSample = row.flag(3)
                    return source
                },
                replicas: try session.rows(
                    """
                    SELECT CASE WHEN state IS NULL THEN 'unknown'
                            ELSE coalesce(nullif(application_name, ''), host(client_addr), 'local') END,
                        coalesce(state, 'visible only to members of pg_monitor'), \(Self.replicaLag)
                    FROM pg_stat_replication ORDER BY 1
                    """
                ).map { .init(name: $0.text(0), state: $0.text(1), lag: $0.decimal(2)) },
                lag: isReplica
                    ? try session.rows("SELECT \(Self.greatestLag)").first?.decimal(0) ?? 0 : nil,
                refreshers: try session.rows(
                    """
                    SELECT source, holder, extract(epoch FROM since) FROM \(schema).lease
                    WHERE beat >= now() - make_interval(secs => \(Lease.patience)) ORDER BY source
                    """
                ).map {
                    .init(
                        source: $0.text(0), holder: $0.text(1), since: Date(timeIntervalSince1970: $0.decimal(2) ?? 0))
                },
                waiting: try session.number("SELECT count(*) FROM pg_locks WHERE NOT granted") ?? 0)
        }
    }
}
