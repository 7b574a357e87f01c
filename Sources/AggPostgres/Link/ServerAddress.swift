import AggSource
package import AggStorage
import CPQ
import Foundation

/// The URL of a store on a server, as libpq reads it: it may contain a service, several hosts, or a unix socket.
package struct ServerAddress: Sendable {
    /// The URL; it never has a password.
    let url: String
    /// The options in it, by name.
    let options: [String: String]
    let environment: [String: String]

    /// Returns whether a text is the URL of a server rather than a folder.
    package static func isServer(_ text: String) -> Bool {
        scheme(of: text).map { schemes.contains($0.lowercased()) } ?? false
    }

    private static let schemes: Set = ["postgresql", "postgres"]

    /// Refuses a text that can only mean another kind of server, or that has libpq's other form, instead of creating a
    /// folder with that name.
    ///
    /// - Throws: `StoreError.server`, without repeating the text, which may contain a password.
    package static func checkIsFolder(_ text: String) throws(StoreError) {
        if isPath(text) { return }
        if let scheme = scheme(of: text) {
            throw .server(
                code: StoreError.usageCode,
                reason: "unknown store “\(scheme)://…”; use a folder or postgresql://HOST/DATABASE")
        }
        let beginning = text.prefix { $0 != ":" }
        guard beginning.endIndex == text.endIndex || !schemes.contains(beginning.lowercased()) else {
            throw .server(
                code: StoreError.usageCode,
                reason: "invalid store “\(beginning):…”; expected postgresql://HOST/DATABASE")
        }
        let start = text.drop { $0 == " " }.prefix { $0.isASCII && $0.isLetter || $0 == "_" }
        let rest = text.drop { $0 == " " }.dropFirst(start.count).drop { $0 == " " }
        guard rest.hasPrefix("="), keywords.contains(String(start)) else { return }
        throw .server(
            code: StoreError.usageCode,
            reason: "write the store as a URL such as postgresql://HOST/DATABASE instead of “\(start)=…”")
    }

    /// The words that usually start libpq's other form, such as `host=db.example.org dbname=agg`.
    private static let keywords: Set = [
        "host", "hostaddr", "port", "dbname", "user", "password", "passfile", "service", "sslmode", "options",
        "connect_timeout", "application_name", "client_encoding", "target_session_attrs",
    ]

    /// Whether a text is an absolute path, which has no scheme.
    private static func isPath(_ text: String) -> Bool { text.utf8.first == UInt8(ascii: "/") }

    /// The scheme of a URL with an authority; nil if the text is a path.
    private static func scheme(of text: String) -> Substring? {
        guard !isPath(text), let end = text.firstRange(of: "://")?.lowerBound else { return nil }
        let scheme = text[..<end]
        let isName = scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        return isName && scheme.first?.isLetter == true ? scheme : nil
    }

    /// Creates an address from a URL.
    ///
    /// - Throws: `StoreError.server` if it contains a password, which other processes could read, or if libpq can't parse it.
    package init(_ url: String, environment: [String: String]) throws(StoreError) {
        // libpq expects the scheme in lowercase.
        self.url = Self.scheme(of: url).map { $0.lowercased() + url[$0.endIndex...] } ?? url
        self.environment = environment
        guard cpq_is_there() != 0 else {
            throw .server(
                code: StoreError.unreachableCode,
                reason: "cannot load libpq.so.5, which a store on a server needs; install it (Debian: libpq5)")
        }
        let found = try Self.parsed(self.url)
        let secrets = found.secrets + (Self.hasPassword(self.url) ? ["password"] : [])
        guard secrets.isEmpty else {
            let name = secrets.contains("password") ? "a password" : secrets.joined(separator: " and ")
            throw .server(
                code: StoreError.usageCode,
                reason:
                    "the store URL contains \(name), which other programs can read; put it in ~/.pgpass, a service "
                    + "file, or PGPASSWORD")
        }
        options = found.options
        // Such a text would be part of messages, and may be a password.
        let ports = (options["port"] ?? "").split(separator: ",")
        guard ports.allSatisfy({ Int($0) != nil }) else {
            throw .server(
                code: StoreError.usageCode,
                reason: "invalid store URL: the port is not a number; expected postgresql://host/database")
        }
    }

    /// Whether a URL has a colon before the last `@`: to libpq, a password ends at a slash, and the rest is a database.
    private static func hasPassword(_ url: String) -> Bool {
        let rest = url[(url.firstRange(of: "://")?.upperBound ?? url.startIndex)...].prefix { $0 != "?" }
        return rest.lastIndex(of: "@").map { rest[..<$0].contains(":") } ?? false
    }

    /// Returns the options in a URL, and the names of those that libpq considers secret.
    ///
    /// - Throws: `StoreError.server` with the name of an unknown parameter, but nothing else from the URL.
    private static func parsed(
        _ url: String
    ) throws(StoreError) -> (options: [String: String], secrets: [String]) {
        var error: UnsafeMutablePointer<CChar>?
        guard let list = PQconninfoParse(url, &error) else {
            defer { PQfreemem(error) }
            let message = error.map { String(cString: $0) } ?? ""
            let unknown = message.firstMatch(of: /invalid URI query parameter: "([a-z_]{1,40})"/).map { $0.1 }
            throw .server(
                code: StoreError.usageCode,
                reason: unknown.map { "invalid store URL: PostgreSQL has no connection parameter “\($0)”" }
                    ?? "invalid store URL; expected postgresql://host/database")
        }
        defer { PQconninfoFree(list) }
        var options: [String: String] = [:]
        var secrets: [String] = []
        var option = list
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val {
                options[String(cString: keyword)] = String(cString: value)
                if option.pointee.dispchar.map({ String(cString: $0) }) == "*" {
                    secrets.append(String(cString: keyword))
                }
            }
            option += 1
        }
        return (options, secrets)
    }

    /// The hosts, in order; empty for the default, a unix socket.
    var hosts: [String] {
        let list = option("host", "PGHOST") ?? option("hostaddr", "PGHOSTADDR") ?? ""
        return list.split(separator: ",").map(String.init)
    }

    /// A host with its port.
    struct Host: Sendable {
        let name: String
        let port: String

        var options: [(String, String)] { Self.options(of: [self]) }

        /// Returns the options that connect to some hosts instead of those of the URL; none without hosts.
        static func options(of hosts: [Host]) -> [(String, String)] {
            hosts.isEmpty
                ? []
                : [
                    ("host", hosts.map(\.name).joined(separator: ",")),
                    ("port", hosts.map(\.port).joined(separator: ",")),
                ]
        }
    }

    /// The hosts if there are several, each with its port; empty if libpq is to connect by their addresses.
    var severalHosts: [Host] {
        let hosts = hosts
        let ports = (option("port", "PGPORT") ?? "5432").split(separator: ",").map(String.init)
        guard hasReplicas, option("hostaddr", "PGHOSTADDR") == nil, ports.count == 1 || ports.count == hosts.count
        else {
            return []
        }
        return hosts.indices.map { Host(name: hosts[$0], port: ports.count == 1 ? ports[0] : ports[$0]) }
    }

    /// The server's name in messages, such as `PostgreSQL at db.example.org:5433`.
    package var name: String {
        let host =
            hosts.isEmpty ? option("service", "PGSERVICE").map { "service \($0)" } : hosts.joined(separator: ",")
        // A URL with several hosts but no ports has a list of empty ones.
        let ports = option("port", "PGPORT").flatMap { $0.allSatisfy { $0 == "," } ? nil : $0 }
        let port = ports.map { ":" + $0 } ?? ""
        return "PostgreSQL at " + (host ?? "the local socket") + port
    }

    /// What distinguishes the database and its user from others: the hosts, the port, and both names.
    package var identity: String {
        let user = option("user", "PGUSER") ?? environment["USER"] ?? ""
        let database = option("dbname", "PGDATABASE") ?? user
        let place = hosts.isEmpty ? option("service", "PGSERVICE") ?? "" : hosts.joined(separator: ",")
        return "postgresql://\(user)@\(place):\(option("port", "PGPORT") ?? "5432")/\(database)"
    }

    /// A name for the files of this server, database, and user on this machine.
    package var fileName: String {
        let variables = ["PGHOST", "PGHOSTADDR", "PGPORT", "PGDATABASE", "PGUSER", "PGSERVICE", "PGSERVICEFILE"]
        return StableHash.text(of: ([url] + variables.map { environment[$0] ?? "" }).joined(separator: "\n"))
    }

    /// Whether reads may go to a different host than writes.
    var hasReplicas: Bool { hosts.count > 1 }

    /// Returns an option from the URL, its environment variable, or the service.
    private func option(_ name: String, _ variable: String) -> String? {
        [options[name], environment[variable], serviceOptions[name]].compactMap(\.self).first { !$0.isEmpty }
    }

    /// How long to wait for a connection, in seconds; libpq waits for at least two.
    var connectTimeout: Int {
        let named = option("connect_timeout", "PGCONNECT_TIMEOUT").flatMap { Int($0) } ?? 5
        return min(max(2, named), 86_400)
    }

    /// The user's own setting of `sslmode`; nil if there is none.
    var sslmode: String? { option("sslmode", "PGSSLMODE") }

    /// Returns why the server must not be used with `--offline`, and what to do; nil if all of its hosts are this machine.
    package func offlineReason(_ advice: String) -> String? {
        if isOnThisMachine { return nil }
        guard hasReplicas else { return "\(name) is on another host, and --offline is set; \(advice)" }
        guard hosts.contains(where: Self.isLocal) else {
            return "\(name) is on other hosts, and --offline is set; \(advice)"
        }
        return "\(name) includes other hosts, and --offline is set; use a URL with only the host on this machine"
    }

    /// Whether all hosts are this machine, so that connecting to them doesn't use the network.
    var isOnThisMachine: Bool {
        let addresses = (option("hostaddr", "PGHOSTADDR") ?? "").split(separator: ",").map(String.init)
        return (hosts + addresses).allSatisfy(Self.isLocal)
    }

    /// The default options, which the URL may override.
    var defaults: [(String, String)] {
        var defaults = [
            ("connect_timeout", String(connectTimeout)), ("application_name", "agg"),
            // A network that drops everything is noticed after half a minute.
            ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "25000"),
        ]
        guard sslmode == nil, hosts.contains(where: { !Self.isLocal($0) }) else {
            return defaults
        }
        defaults.append(("sslmode", "verify-full"))
        let own = (environment["HOME"] ?? "") + "/.postgresql/root.crt"
        if option("sslrootcert", "PGSSLROOTCERT") == nil, !FileManager.default.fileExists(atPath: own) {
            defaults.append(("sslrootcert", "/etc/ssl/certs/ca-certificates.crt"))
        }
        return defaults
    }

    private static func isLocal(_ host: String) -> Bool {
        host.hasPrefix("/") || host.hasPrefix("@") || host.isLoopbackHost
    }

    /// The options that agg needs from the service's file.
    private var serviceOptions: [String: String] {
        let named = [options["service"], environment["PGSERVICE"]].compactMap(\.self).first { !$0.isEmpty }
        guard let service = named else { return [:] }
        let folder = environment["PGSYSCONFDIR"] ?? "/etc/postgresql-common"
        let files = [
            environment["PGSERVICEFILE"], (environment["HOME"] ?? "") + "/.pg_service.conf",
            folder + "/pg_service.conf",
        ]
        for file in files.compactMap(\.self) {
            guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { continue }
            let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            guard let start = lines.firstIndex(of: "[\(service)]") else { continue }
            let own = lines[(start + 1)...].prefix { !$0.hasPrefix("[") }
            return Dictionary(
                own.compactMap { line in
                    let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
                    return parts.count == 2 && !line.hasPrefix("#") ? (parts[0], parts[1]) : nil
                }, uniquingKeysWith: { first, _ in first })
        }
        return [:]
    }
}
