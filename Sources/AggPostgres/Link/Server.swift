import AggSearch
import AggSource
import AggStorage
import Foundation
import Synchronization

/// A server with a store: connections for reads and for writes, opened on first use and kept.
final class Server: Sendable {
    let address: ServerAddress
    /// The schema of the store.
    let schema: String
    /// What to do if the server is away; nil if there is nothing to suggest.
    let advice: String?
    private let availability: Availability
    private let state = Mutex(State())

    private struct State {
        var idle: [Role: [(link: Link, since: ContinuousClock.Instant)]] = [:]
        /// The version of the tables on the server; nil before the first check.
        var version: StoreVersion?
        /// The backends of the server that this process has used.
        var backends: Set<Int32> = []
        /// What was last read of all sources.
        var sources: [SourceID: SourceRow]?
        /// The position in the primary's log after this process's last write.
        var written: String?
    }

    /// The purpose of a connection.
    enum Role: Hashable {
        case reading, writing
    }

    init(_ address: ServerAddress, schema: String = "agg", advice: String? = nil) {
        self.address = address
        self.schema = schema
        self.advice = advice
        availability = Availability(of: address)
    }

    /// How long a statement may take.
    static let patience = Duration.seconds(60)
    /// How long a statement of a refresh may take, such as indexing millions of rows.
    private static let longPatience = Duration.seconds(3_600)
    /// How long a server may take to restart before the outcome of a transaction counts as unknown.
    private static let restart = Duration.seconds(10)
    /// Makes the server write numbers exactly; a pooler may share the connection, so it is set in each transaction.
    private static let exactNumbers = "SET LOCAL extra_float_digits = 1"
    private static let beginReading = [
        "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", "SET LOCAL jit = off", exactNumbers,
        "SET LOCAL max_parallel_workers_per_gather = 0", "SET LOCAL plan_cache_mode = force_generic_plan",
    ]
    private static let beginWriting = ["BEGIN", "SET LOCAL jit = off", exactNumbers, "SET LOCAL lock_timeout = '5s'"]
    /// How long a connection may be unused before the server is asked whether it still responds.
    private static let rest = Duration.seconds(5)
    /// A position in the log that no server reaches.
    private static let endOfLog = "FFFFFFFF/FFFFFFFF"

    /// Reads rows in one transaction, which sees a single state; from a replica if it already has what this process wrote,
    /// unless the primary is requested.
    ///
    /// A search uses an index to find a few rows, even if the server expects a scan to find them sooner. The transaction
    /// begins with the first statement, in the same message, and its end is not waited for: each round trip to the server
    /// takes about as long as finding the rows. If what is known of the sources is out of date, or a table has been dropped
    /// in the meantime, `work` runs again.
    func read<Result: Sendable>(
        fromPrimary: Bool = false, isSearch: Bool = false, patience: Duration = patience,
        _ work: @escaping @Sendable (Session) throws -> Result
    ) async throws(StoreError) -> Result {
        let role = fromPrimary ? Role.writing : try await readingRole
        return try await use(role, patience) { session, server in
            let begin = Self.beginReading + (isSearch ? ["SET LOCAL enable_seqscan = off"] : [])
            func result() throws -> Result {
                session.begin(begin)
                let result = try work(session)
                try session.runPostponed()
                return result
            }
            let found: Result
            do { found = try result() } catch let error where Self.isOutdated(error) {
                server.sources = nil
                try session.startOver()
                found = try result()
            }
            if session.link.isInTransaction { session.link.endReading() }
            return found
        }
    }

    /// Whether an error means that the tables of sources are no longer those that were known.
    private static func isOutdated(_ error: any Error) -> Bool {
        error is OutdatedSources || (error as? ServerFault)?.isMissingTable == true
    }

    /// What was last read of all sources; nil if unknown.
    var sources: [SourceID: SourceRow]? {
        get { state.withLock { $0.sources } }
        set { state.withLock { $0.sources = newValue } }
    }

    /// Where to read: from a replica, unless it doesn't have this process's last write yet.
    private var readingRole: Role {
        get async throws(StoreError) {
            guard address.hasReplicas, let written = state.withLock({ $0.written }) else { return .reading }
            let isKnown = try await use(.reading, Self.patience) { session, _ in
                try session.rows(
                    "SELECT NOT pg_is_in_recovery() OR pg_last_wal_replay_lsn() >= $1::pg_lsn", [.text(written)]
                ).first?.flag(0) ?? false
            }
            guard isKnown else { return .writing }
            state.withLock { if $0.written == written { $0.written = nil } }
            return .reading
        }
    }

    /// Writes in one transaction; if its outcome is unknown, asks the server whether it was committed.
    func write<Result: Sendable>(
        isLong: Bool = false, _ work: @escaping @Sendable (Session) throws -> Result
    ) async throws(StoreError) -> Result {
        let ended = Mutex<(result: Result, transaction: String)?>(nil)
        do throws(StoreError) {
            return try await use(
                .writing, isLong ? Self.longPatience : Self.patience, writes: true, on: isLong ? .commits : .server
            ) { session, server in
                let result = try work(session)
                let transaction = try session.rows("SELECT pg_current_xact_id()::text").first?.text(0) ?? ""
                ended.withLock { $0 = (result, transaction) }
                try session.run("COMMIT")
                ended.withLock { $0 = nil }
                server.noteWrite(session)
                return result
            }
        } catch {
            guard case .server(StoreError.unreachableCode, _) = error, let open = ended.withLock({ $0 }) else {
                throw error
            }
            let wasCommitted: Bool
            do throws(StoreError) { wasCommitted = try await isCommitted(open.transaction) } catch {
                let reason =
                    "the connection to \(address.name) was lost while saving; when the server responds again, "
                    + "check whether the change was saved"
                throw explained(.server(code: error.code, reason: reason))
            }
            guard wasCommitted else { throw error }
            return open.result
        }
    }

    /// Returns whether a transaction whose acknowledgment was lost was committed; a server that is being restarted is
    /// asked again until it responds.
    func isCommitted(_ transaction: String) async throws(StoreError) -> Bool {
        let end = ContinuousClock.now + Self.restart
        while true {
            let start = ContinuousClock.now
            do throws(StoreError) {
                let status = try await use(.writing, Self.patience) { session, _ in
                    try session.rows("SELECT pg_xact_status($1::text::xid8)", [.text(transaction)]).first?
                        .optionalText(0)
                }
                if status != "in progress" { return status == "committed" }
                if ContinuousClock.now > end { return false }
            } catch {
                // A server that is being restarted refuses at once; one that is silent would only cost more time.
                let now = ContinuousClock.now
                guard error.code == StoreError.unreachableCode, now - start < .seconds(1), now < end else {
                    throw error
                }
            }
            try? await Task.sleep(for: .milliseconds(50))
        }
    }

    /// Runs statements on a connection, in a transaction if they write; if the connection turns out to be lost before any
    /// of them took effect, retries on a new one.
    func use<Result: Sendable>(
        _ role: Role, _ patience: Duration, writes: Bool = false, checksVersion: Bool = true,
        on executor: StoreExecutor = .server, _ work: @escaping @Sendable (Session, Server) throws -> Result
    ) async throws(StoreError) -> Result {
        // A single host needs no other connections for writes, and a wait for it in vain is remembered for both.
        let role = address.hasReplicas ? role : .reading
        do {
            return try await executor.run {
                var attempts = 0
                while true {
                    try Task.checkCancellation()
                    let (link, isFresh, isRested) = try await self.link(role)
                    attempts += 1
                    var isWriting = false
                    self.state.withLock { _ = $0.backends.insert(link.backend) }
                    do {
                        if isFresh || isRested {
                            try self.checkResponds(link, role, isFresh: isFresh, checksVersion: checksVersion)
                        }
                        let session = Session(link, patience: patience)
                        if checksVersion { try self.version(session).check(writes: writes, self.address.name) }
                        if writes {
                            try self.beginWriting(session)
                            isWriting = true
                        }
                        let result = try work(session, self)
                        self.keep(link, for: role)
                        return result
                    } catch var fault as ServerFault {
                        if ["26000", "42P05"].contains(fault.state) {
                            link.statements.withLock { $0.forgets = true }
                            try? Session(link, patience: .seconds(5)).run("ROLLBACK")
                            self.keep(link, for: role)
                            if attempts < 3 { continue }
                        } else if !fault.isLost {
                            try? Session(link, patience: .seconds(5)).run("ROLLBACK")
                            fault.ask(link)
                            self.keep(link, for: role)
                        } else if !isFresh, attempts < 3, !isWriting, !fault.isSilent {
                            continue
                        }
                        throw fault
                    } catch {
                        if link.isInTransaction { try? Session(link, patience: .seconds(5)).run("ROLLBACK") }
                        self.keep(link, for: role)
                        throw error
                    }
                }
            }
        } catch let fault as ServerFault {
            throw explained(fault.storeError(address.name, writes: writes))
        } catch {
            throw explained(storeError(error))
        }
    }

    /// Returns an error with the local store that can be used if the server is away.
    private func explained(_ error: StoreError) -> StoreError {
        guard case .server(StoreError.unreachableCode, let reason) = error, let advice, !reason.hasSuffix(advice) else {
            return error
        }
        return .server(code: error.code, reason: "\(reason); \(advice)")
    }

    /// Returns any error as the store reports it.
    func storeError(_ error: any Error) -> StoreError {
        switch error {
        case let error as StoreError: error
        case let fault as ServerFault: fault.storeError(address.name)
        case is CancellationError: .cancelled
        case is DamagedRecord, is JSONError:
            .server(code: "store_damaged", reason: "cannot read a record in the store on \(address.name)")
        default: .failed(file: address.name, detail: "\(error)")
        }
    }

    private func link(
        _ role: Role
    ) async throws(StoreError) -> (link: Link, isFresh: Bool, isRested: Bool) {
        while let (link, since) = state.withLock({ $0.idle[role]?.popLast() }) {
            if link.checkIsAlive() { return (link, false, ContinuousClock.now - since > Self.rest) }
        }
        // With a single host, no session attributes are requested, since a pooler may not support them.
        guard address.hasReplicas else { return (try await availability.open(role, nil), true, false) }
        let asked = address.options["target_session_attrs"] ?? "prefer-standby"
        return (try await availability.open(role, role == .writing ? "read-write" : asked), true, false)
    }

    /// Checks that the server responds on a connection that is new or was unused for a while: a pooler accepts connections
    /// and requests even if its server is down.
    private func checkResponds(_ link: Link, _ role: Role, isFresh: Bool, checksVersion: Bool) throws {
        let patience = address.connectTimeout
        let session = Session(link, patience: .seconds(patience), grace: .zero)
        do {
            if checksVersion, state.withLock({ $0.version }) == nil {
                _ = try version(session)
            } else {
                try session.rows("SELECT 1", isPrepared: false)
            }
        } catch let fault as ServerFault where fault.isSilent && isFresh {
            let silence = ServerFault(state: "", message: "no response in \(patience) s")
            availability.note(silence.storeError(address.name), role)
            throw silence
        }
    }

    /// Returns whether a backend of the server belongs to this process.
    func isOwn(_ backend: Int32) -> Bool { state.withLock { $0.backends.contains(backend) } }

    private func keep(_ link: Link, for role: Role) {
        guard link.checkIsReusable() else { return }
        state.withLock { $0.idle[role, default: []].append((link, .now)) }
    }

    /// Returns the version of the tables, which is read once if this version of agg can read them.
    private func version(_ session: Session) throws -> StoreVersion {
        if let known = state.withLock({ $0.version }) { return known }
        let found = try StoreVersion(session, schema)
        try found.check(writes: false, address.name)
        state.withLock { $0.version = found }
        return found
    }

    /// Begins a transaction, and checks in the same message that the tables have not been upgraded in the meantime.
    private func beginWriting(_ session: Session) throws {
        session.postpone(Self.beginWriting)
        session.postpone([StoreVersion.sql(schema)]) { [address] rows in
            try StoreVersion(rows).check(writes: true, address.name)
        }
        try session.runPostponed()
    }

    /// Forgets the version of the tables.
    func forgetVersion() {
        state.withLock { $0.version = nil }
    }

    /// Records the position in the primary's log, so that later reads include what was written.
    ///
    /// The write is already committed, so it succeeds in any case; if the position is unknown, the primary is read.
    func noteWrite(_ session: Session) {
        guard address.hasReplicas else { return }
        let found = try? session.rows("SELECT pg_current_wal_lsn()::text", isPrepared: false)
        state.withLock { $0.written = found?.first?.text(0) ?? Self.endOfLog }
    }
}
