import Foundation
import TestSupport
import Testing

@testable import AggTesting

/// A PostgreSQL server with its own data, run as an unprivileged user on a loopback port.
final class PostgresCluster: Sendable {
    /// Whether to test PostgreSQL, as `make check-postgres` does.
    static let isTested = ProcessInfo.processInfo.environment["AGG_TEST_POSTGRES"] != nil
    /// The condition of tests that need a server.
    static let isThere = ConditionTrait.enabled(if: isTested, "make check-postgres starts PostgreSQL")

    /// The folder with the data and the logs.
    let folder: String
    let port: Int

    private static let programs: String = {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let newest = versions.max { $0.compare($1, options: .numeric) == .orderedAscending } ?? ""
        return "/usr/lib/postgresql/\(newest)/bin"
    }()
    /// The words before a command that run it as another user, since PostgreSQL refuses to run as root.
    private static let user = getuid() == 0 ? "setpriv --reuid=postgres --regid=postgres --clear-groups" : ""

    /// Creates and starts a server with lines of `pg_hba.conf` (`access`) and of `postgresql.conf` (`settings`).
    init(
        access: String = "host all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust",
        settings: String = "",
        store: Bool = true
    ) async throws {
        folder = FileManager.default.temporaryDirectory.path + "/agg-postgres-\(UUID().uuidString)"
        port = try Self.freePort()
        try Self.shell(
            """
            mkdir -p \(folder) && chmod 755 \(folder) && cd \(folder)
            [ "$(id -u)" != 0 ] || chown postgres .
            \(Self.user) \(Self.programs)/initdb -D data -U postgres -E UTF8 --locale=C.UTF-8 -A trust --no-sync >log.init 2>&1
            printf '%s\\n' "port = \(port)" "listen_addresses = '127.0.0.1'" "unix_socket_directories = '\(folder)'" \\
                "fsync = off" "max_wal_size = 4GB" >>data/postgresql.conf
            cat >>data/postgresql.conf <<'END'
            \(settings)
            END
            cat >data/pg_hba.conf <<'END'
            local all all trust
            \(access)
            END
            """)
        try start()
        try sql("CREATE DATABASE agg", database: "postgres")
        guard store else { return }
        let agg = try Agg(server: localURL)
        let made = try await agg.run("store", "init")
        if made.status != 0 { throw Failure(message: made.errors) }
    }

    /// Creates and starts a replica of another server.
    init(replicaOf primary: PostgresCluster) throws {
        folder = primary.folder + "-replica"
        port = try Self.freePort()
        try Self.shell(
            """
            mkdir -p \(folder) && chmod 755 \(folder) && cd \(folder)
            [ "$(id -u)" != 0 ] || chown postgres .
            \(Self.user) \(Self.programs)/pg_basebackup -h 127.0.0.1 -p \(primary.port) -U postgres -D data -R -X stream \\
                -c fast --no-sync
            printf '%s\\n' "port = \(port)" "unix_socket_directories = '\(folder)'" >>data/postgresql.conf
            """)
        try start()
    }

    deinit {
        try? control("-m immediate stop")
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The URL of the database.
    var url: String { "postgresql://postgres@127.0.0.1:\(port)/agg" }
    /// The URL of the database, by way of the Unix socket.
    var localURL: String { "postgresql://postgres@/agg?host=\(folder)&port=\(port)" }

    /// Starts the server, waiting until the processes of one that was killed are gone.
    func start() throws {
        var last: (any Error)?
        for _ in 0..<50 {
            do { return try control("-w start") } catch { last = error }
            usleep(200_000)
        }
        if let last { throw last }
    }

    /// Makes a replica the primary.
    func promote() throws { try control("-w promote") }

    /// Ends the server as a power cut would.
    func kill() throws {
        let text = try String(contentsOfFile: folder + "/data/postmaster.pid", encoding: .utf8)
        guard let process = text.split(separator: "\n").first.flatMap({ pid_t($0) }) else { return }
        Glibc.kill(process, SIGKILL)
        for _ in 0..<100 where Glibc.kill(process, 0) == 0 { usleep(20_000) }
    }

    private func control(_ action: String) throws {
        // The server must not inherit open files, or Foundation would wait for it as if it were the script.
        try Self.shell(
            """
            cd \(folder)
            for file in /proc/self/fd/*; do n=${file##*/}; [ "$n" -le 2 ] || eval "exec $n>&-" 2>/dev/null || true; done
            \(Self.user) \(Self.programs)/pg_ctl -D data -l log \(action) </dev/null >log.ctl 2>&1
            """)
    }

    /// Runs statements as the owner of the server, and returns the rows.
    @discardableResult
    func sql(_ statements: String, database: String = "agg") throws -> [String] {
        try Self.shell(
            "psql -XAtq -v ON_ERROR_STOP=1 -h '\(folder)' -p \(port) -U postgres \(database) <<'END'\n\(statements)\nEND"
        ).split(separator: "\n").map(String.init)
    }

    /// The titles of all rows of a source.
    func titles(of source: String) throws -> [String] {
        guard let part = try sql("SELECT part FROM agg.source WHERE id = '\(source)' AND part IS NOT NULL").first else {
            return []
        }
        return try sql("SELECT title FROM agg.record_\(part)")
    }

    /// A free port of the loopback address.
    private static func freePort() throws -> Int {
        let socket = try RawSocket.listening()
        defer { socket.close() }
        return Int(socket.port)
    }

    /// Runs a shell script, and returns its output.
    @discardableResult
    static func shell(_ script: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-ec", script]
        let (output, errors) = (Pipe(), Pipe())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        if process.terminationStatus != 0 { throw Failure(message: "\(script.prefix(300)): \(said)") }
        return text
    }

    struct Failure: Error, CustomStringConvertible {
        let message: String
        var description: String { message }
    }
}
