import AggSource
import AggStorage
import Foundation

/// The exclusive right of one process to refresh a source, visible to all others.
final class Lease: Sendable {
    /// Identifies this lease.
    let token: String
    private let source: SourceID
    private let server: Server
    private let heartbeat: Task<Void, Never>

    /// The number of seconds after which a lease expires if it isn't renewed.
    private static let patience = 20
    private static let pause = Duration.seconds(5)

    /// Acquires the lease of a source.
    ///
    /// - Throws: `StoreError`, with `lockedCode` if another process holds it; the reason says which, and since when.
    init(_ source: SourceID, on server: Server) async throws(StoreError) {
        let (schema, token) = (server.schema, UUID().uuidString)
        let other = try await server.write { session -> String? in
            let taken = try session.rows(
                """
                INSERT INTO \(schema).lease AS l (source, holder, since, beat, token)
                VALUES ($1, current_user || $2, now(), now(), $3)
                ON CONFLICT (source) DO UPDATE SET holder = excluded.holder, since = now(), beat = now(), token = $3
                    WHERE l.beat < now() - make_interval(secs => \(Self.patience))
                """, [.text(source.description), .text(Self.place), .text(token)])
            if taken.changed > 0 { return nil }
            return try session.rows(
                """
                SELECT holder || ' since ' || to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') || ' UTC'
                FROM \(schema).lease WHERE source = $1
                """, [.text(source.description)]
            ).first?.text(0)
        }
        if let other {
            throw .server(
                code: StoreError.lockedCode,
                reason: "\(source) is being refreshed by \(other); try again when it is done")
        }
        self.token = token
        self.source = source
        self.server = server
        heartbeat = Task {
            while (try? await Task.sleep(for: Self.pause)) != nil {
                _ = try? await server.write { session in
                    try session.rows("UPDATE \(schema).lease SET beat = now() WHERE token = $1", [.text(token)]).changed
                }
            }
        }
    }

    deinit {
        heartbeat.cancel()
    }

    /// Releases the lease.
    func end() async {
        heartbeat.cancel()
        let (schema, token) = (server.schema, token)
        let server = server
        // In a new task, since the load may have been cancelled.
        await Task {
            _ = try? await server.write { session in
                try session.rows("DELETE FROM \(schema).lease WHERE token = $1", [.text(token)]).changed
            }
        }.value
    }

    /// This machine and process, as part of the holder's name.
    private static var place: String { " on \(ProcessInfo.processInfo.hostName) (process \(getpid()))" }
}
