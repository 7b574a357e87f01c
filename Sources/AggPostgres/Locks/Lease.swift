import AggSource
import AggStorage
import Foundation

/// The exclusive right of one process to do something, visible to others and renewed every few seconds.
final class Lease: Sendable {
    /// A table of leases.
    struct Table: Sendable {
        let name: String
        /// The column with the name of the task.
        let task: String
        /// The columns that are unique.
        let keys: String
        /// Selects the rows of the same person.
        let isOwn: String

        /// One refresh of a source at a time.
        static let sources = Table(name: "lease", task: "source", keys: "source", isOwn: "true")
        /// One process of a person at a time.
        static let own = Table(name: "own_lease", task: "task", keys: "owner, task", isOwn: "owner = current_user")
    }

    /// Identifies this lease.
    let token: String
    private let table: Table
    private let server: Server
    private let heartbeat: Task<Void, Never>

    /// The number of seconds after which a lease expires if it isn't renewed.
    static let patience = 20
    private static let pause = Duration.seconds(5)

    /// Acquires the lease of a source.
    ///
    /// - Throws: `StoreError`, with `refreshingCode` if another process holds it; the reason says which, and since when.
    static func ofSource(_ source: SourceID, on server: Server) async throws(StoreError) -> Lease {
        let (token, other) = try await take(source.description, in: .sources, on: server)
        guard let other else { return Lease(token, .sources, server) }
        throw .server(
            code: StoreError.refreshingCode,
            reason: "\(source) is being refreshed by \(other); try again when it is done")
    }

    /// Acquires the lease of a person's task; nil if another process of the person holds it.
    static func own(_ task: String, on server: Server) async throws(StoreError) -> Lease? {
        let (token, other) = try await take(task, in: .own, on: server)
        return other == nil ? Lease(token, .own, server) : nil
    }

    /// Inserts the row of a lease, or takes over one that expired.
    ///
    /// - Returns: The token, and who holds the lease if that is another process.
    private static func take(
        _ task: String, in table: Table, on server: Server
    ) async throws(StoreError) -> (token: String, other: String?) {
        let (name, token) = ("\(server.schema).\(table.name)", LeaseToken.make())
        let other = try await server.write { session -> String? in
            // A process that died without releasing its lease is replaced at once on its own machine.
            let held = try session.rows(
                "SELECT token FROM \(name) WHERE \(table.task) = $1 AND \(table.isOwn)", [.text(task)]
            ).first?.text(0)
            let dead = held.flatMap { LeaseToken.isDead($0) ? $0 : nil } ?? ""
            let taken = try session.rows(
                """
                INSERT INTO \(name) AS l (\(table.task), holder, since, beat, token)
                VALUES ($1, current_user || $2, now(), now(), $3)
                ON CONFLICT (\(table.keys)) DO UPDATE SET holder = excluded.holder, since = now(), beat = now(), token = $3
                    WHERE l.beat < now() - make_interval(secs => \(patience)) OR l.token = $4
                """, [.text(task), .text(place), .text(token), .text(dead)])
            if taken.changed > 0 { return nil }
            return try session.rows(
                """
                SELECT holder || ', which has held the lock since '
                        || to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') || ' UTC',
                    ceil(extract(epoch FROM now() - beat)), ceil(extract(epoch FROM beat - now())) + \(patience)
                FROM \(name) WHERE \(table.task) = $1 AND \(table.isOwn)
                """, [.text(task)]
            ).first.map { Self.text(holder: $0.text(0), silent: $0.count(1), left: $0.count(2)) } ?? "another process"
        }
        return (token, other)
    }

    /// Describes a holder; one that has missed a renewal may have died.
    private static func text(holder: String, silent: Int, left: Int) -> String {
        guard silent > 2 * Int(pause.components.seconds) - 2 else { return holder }
        return "\(holder), which has not responded for \(silent) s; "
            + "if the process died, its lock expires in \(max(1, left)) s"
    }

    private init(_ token: String, _ table: Table, _ server: Server) {
        (self.token, self.table, self.server) = (token, table, server)
        heartbeat = Task {
            while (try? await Task.sleep(for: Self.pause)) != nil {
                // A commit locks the row, and thereby keeps the lease: there is nothing to wait for.
                _ = try? await Self.renew(token, in: table, on: server, waits: false)
            }
        }
    }

    deinit {
        heartbeat.cancel()
    }

    /// Renews the lease; false if it expired and another process took it.
    func renew() async throws(StoreError) -> Bool { try await Self.renew(token, in: table, on: server) }

    private static func renew(
        _ token: String, in table: Table, on server: Server, waits: Bool = true
    ) async throws(StoreError) -> Bool {
        let name = "\(server.schema).\(table.name)"
        return try await server.write { session in
            if !waits { try session.run("SET LOCAL lock_timeout = '10ms'") }
            return try session.rows("UPDATE \(name) SET beat = now() WHERE token = $1", [.text(token)]).changed > 0
        }
    }

    /// Releases the lease.
    func end() async {
        heartbeat.cancel()
        let (name, token) = ("\(server.schema).\(table.name)", token)
        let server = server
        // In a new task, since the work may have been canceled.
        await Task {
            _ = try? await server.write { session in
                try session.rows("DELETE FROM \(name) WHERE token = $1", [.text(token)]).changed
            }
        }.value
    }

    /// This machine and process, as part of the holder's name.
    private static var place: String { " on \(ProcessInfo.processInfo.hostName) (process \(getpid()))" }
}
