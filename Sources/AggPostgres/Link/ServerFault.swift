import AggStorage

/// An error from the server or the connection to it.
struct ServerFault: Error {
    /// The SQLSTATE; empty if the connection itself failed.
    var state: String
    /// The server's message, as one line.
    var message: String
    /// The server's hint; empty if there is none.
    var hint = ""
    /// Whether a server that refused a write is a replica.
    var isReplica = true
    /// The roles of the store that a user has who was denied a right, and whether the user inherits their rights.
    var roles: [String: Bool] = [:]
    /// The user's own setting of `sslmode` for a connection that failed; nil if there is none, or for a statement.
    var sslmode: String?

    /// The error of a server that no longer responds.
    static func silent(for time: Duration) -> ServerFault {
        ServerFault(state: silentState, message: "no response for \(time.components.seconds) s")
    }
    private static let silentState = "08S01"

    /// Whether the server no longer responds, so trying again would only take more time.
    var isSilent: Bool { state == Self.silentState }

    /// Whether the connection is gone.
    var isLost: Bool {
        state.isEmpty || ["57P01", "57P02", "57P03"].contains(state) || state.hasPrefix("08") && state != "08P01"
    }

    /// Whether the server refused to write because the transaction may only read.
    var isReadOnly: Bool { state == "25006" }

    /// Whether the user lacks a right.
    var isDenied: Bool { state == "42501" }

    /// Whether a statement names a table that does not exist.
    var isMissingTable: Bool { state == "42P01" }

    /// Asks the server what explains a refused statement.
    mutating func ask(_ link: Link) {
        func rows(_ sql: String) -> Rows? { try? Session(link, patience: .seconds(5)).rows(sql, isPrepared: false) }
        if isReadOnly { isReplica = rows("SELECT pg_is_in_recovery()")?.first?.flag(0) ?? true }
        if isDenied {
            let sql = """
                SELECT rolname, pg_has_role(oid, 'USAGE') FROM pg_roles
                WHERE rolname LIKE 'agg\\_%' AND pg_has_role(oid, 'MEMBER')
                """
            let found = rows(sql)?.map { ($0.text(0), $0.flag(1)) } ?? []
            roles = Dictionary(found, uniquingKeysWith: { $1 })
        }
    }

    /// Returns the error as a store reports it.
    func storeError(_ server: String, writes: Bool = false) -> StoreError {
        switch state {
        case "": return connection(server)
        case "57014", "57P05":
            return .server(
                code: "store_timeout", reason: "the request to \(server) took too long and was stopped (\(message))")
        case "55P03":
            return .server(
                code: StoreError.lockedCode, reason: "\(server) is locked by another program; try again when it is done"
            )
        case "25006":
            return .server(
                code: StoreError.readOnlyCode,
                reason: isReplica
                    ? "\(server) is a replica, so it is read-only (\(message)); add the host of its primary to the URL"
                    : "\(server), or your role on it, is read-only (\(message)); ask its administrator to turn off "
                        + "default_transaction_read_only")
        case "42501":
            let isReading = !writes || message.contains("for schema")
            let role = isReading ? "agg_reader" : "agg_refresher"
            let advice =
                switch roles[role] {
                case true?: "your role \(role) lacks this privilege; ask the store's owner to restore it"
                case false?:
                    "you are a member of the role \(role) but do not inherit its privileges (NOINHERIT); ask the "
                        + "server's administrator to change that"
                case nil: "ask its owner for the role \(role)"
                }
            return .server(
                code: StoreError.readOnlyCode,
                reason:
                    "you do not have permission to \(isReading ? "read" : "make this change to") the store on \(server) "
                    + "(\(message)); \(advice)")
        case "53100":
            return .server(
                code: "disk_full", reason: "the disk used by \(server) is full; free some space and try again")
        case "53300":
            return .server(
                code: StoreError.unreachableCode, reason: "\(server) has too many connections; try again later")
        case "3F000", "42P01":
            return .server(
                code: "store_missing",
                reason: "\(server) has no agg store in this database; run “agg store init” to create one")
        case "26000", "42P05": return .server(code: "store_failed", reason: "\(server): \(message)")
        case _ where isLost:
            return .server(
                code: StoreError.unreachableCode, reason: "the connection to \(server) was lost (\(message)); try again"
            )
        default: return .server(code: "store_failed", reason: "\(server): \(message) (\(state))")
        }
    }

    /// Returns the name of a database that does not exist, according to a message of PostgreSQL or PgBouncer.
    private static func missingDatabase(_ message: String) -> String? {
        if let found = message.firstMatch(of: /database "(.+)" does not exist/) { return String(found.1) }
        return message.firstMatch(of: /no such database: (\S+)/).map { String($0.1) }
    }

    /// Explains a failure to connect.
    private func connection(_ server: String) -> StoreError {
        func error(_ reason: String) -> StoreError {
            .server(code: StoreError.unreachableCode, reason: reason)
        }
        let text = message.lowercased()
        if text.contains("no password supplied") {
            return error(
                "\(server) requires a password, but none is set; put it in ~/.pgpass, a service file, or PGPASSWORD")
        }
        if text.contains("password authentication failed") {
            return error(
                "\(server) rejected the password (\(message)); check ~/.pgpass, the service file, or PGPASSWORD")
        }
        if text.contains("certificate") {
            return error("the certificate of \(server) is invalid (\(message)); check sslmode and sslrootcert")
        }
        if text.contains("does not support ssl") {
            let (cause, place) =
                sslmode.map { ("sslmode=\($0) requires", "set") } ?? ("agg requires for remote hosts", "put")
            return error(
                "\(server) does not support TLS, which \(cause); to connect without TLS, \(place) sslmode=disable in the URL"
            )
        }
        if let database = Self.missingDatabase(message) {
            return .server(
                code: "store_missing",
                reason: "\(server) has no database “\(database)”; create it with “createdb \(database)”, then create "
                    + "the store with “agg store init”")
        }
        if ["does not exist", "pg_hba.conf", "permission denied", "not permitted to log in"].contains(
            where: text.contains)
        {
            return error("\(server) denied access (\(message))")
        }
        if text.contains("is not in hot standby") || text.contains("session is not read-only") {
            return error(
                "\(server) accepts writes, but target_session_attrs allows only servers that don't (\(message))")
        }
        if text.contains("session is read-only") || text.contains("is in hot standby") {
            return .server(
                code: StoreError.readOnlyCode, reason: "\(server) has no host that accepts writes (\(message))")
        }
        return error("cannot reach \(server): \(message)")
    }
}
