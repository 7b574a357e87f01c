package import AggStorage
import CPQ
import Foundation

/// The address of a store on a server: a URL of libpq, which may name a service, several hosts, or a unix socket.
package struct ServerAddress: Sendable {
    /// The URL; it never has a password.
    let url: String
    /// The options in it, by name.
    let options: [String: String]
    let environment: [String: String]

    /// Whether a text names a server rather than a folder.
    package static func isServer(_ text: String) -> Bool {
        ["postgresql://", "postgres://"].contains { text.hasPrefix($0) }
    }

    /// Reads a URL.
    ///
    /// - Throws: `StoreError.server` for a password, which other processes could read, and for anything libpq cannot read.
    package init(_ url: String, environment: [String: String]) throws(StoreError) {
        self.url = url
        self.environment = environment
        guard cpq_is_there() != 0 else {
            throw .server(
                code: "store_unreachable",
                reason: "the store is on a server, and libpq.so.5 cannot be loaded; install it (Debian: libpq5)")
        }
        guard let found = Self.parsed(url) else {
            throw .server(
                code: "usage",
                reason: "the address of the store cannot be read; it has the form postgresql://host/database")
        }
        guard found["password"] == nil else {
            throw .server(
                code: "usage",
                reason:
                    "a password in the address of the store can be read by other programs; put it into ~/.pgpass, a "
                    + "service file, or PGPASSWORD")
        }
        options = found
    }

    private static func parsed(_ url: String) -> [String: String]? {
        var error: UnsafeMutablePointer<CChar>?
        guard let list = PQconninfoParse(url, &error) else {
            PQfreemem(error)
            return nil
        }
        defer { PQconninfoFree(list) }
        var options: [String: String] = [:]
        var option = list
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { options[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return options
    }

    /// The hosts, in order; empty for the default, a unix socket.
    var hosts: [String] {
        let list = option("host", "PGHOST") ?? option("hostaddr", "PGHOSTADDR") ?? ""
        return list.split(separator: ",").map(String.init)
    }

    /// The server as people write it, such as `db.example.org:5433`.
    package var name: String {
        let host =
            hosts.isEmpty ? option("service", "PGSERVICE").map { "the service \($0)" } : hosts.joined(separator: ",")
        let port = option("port", "PGPORT").map { ":" + $0 } ?? ""
        return "PostgreSQL at " + (host ?? "the local socket") + port
    }

    /// Whether reads may go to another host than writes.
    var hasReplicas: Bool { hosts.count > 1 }

    /// An option of the URL, its variable, or the service.
    private func option(_ name: String, _ variable: String) -> String? {
        [options[name], environment[variable], serviceOptions[name]].compactMap(\.self).first { !$0.isEmpty }
    }

    /// How long to wait for a connection, in seconds; libpq waits at least two.
    var connectTimeout: Int { option("connect_timeout", "PGCONNECT_TIMEOUT").flatMap { Int($0) } ?? 5 }

    /// The options that come before the URL, which may set them otherwise.
    var defaults: [(String, String)] {
        var defaults = [("connect_timeout", String(max(2, connectTimeout))), ("application_name", "agg")]
        guard option("sslmode", "PGSSLMODE") == nil, hosts.contains(where: { !Self.isLocal($0) }) else {
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
        host.hasPrefix("/") || host.hasPrefix("@") || host.hasPrefix("127.") || ["localhost", "::1"].contains(host)
    }

    /// The options of the service in its file, as far as agg has to know them.
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
