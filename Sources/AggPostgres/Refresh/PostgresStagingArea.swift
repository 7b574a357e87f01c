import AggFiles
import AggSearch
import AggSource
import AggStorage
import Foundation

/// Collects the records of a refresh in a local file, and sends them to the server with the commit.
///
/// During the refresh, a lease on the server, renewed every few seconds, shows others that the source is being refreshed.
actor PostgresStagingArea: StagingArea {
    private let source: SourceID
    private let server: Server
    private let lease: Lease
    private let retention: ChangeRetention
    private var entries: StagedEntries
    private var repeated = RepeatedTexts()
    private var isOver = false

    init(
        _ source: SourceID, on server: Server, _ lease: Lease, _ retention: ChangeRetention
    ) throws(StoreError) {
        self.source = source
        self.server = server
        self.lease = lease
        self.retention = retention
        do { entries = try StagedEntries() } catch { throw server.storeError(error) }
    }

    var count: Int { entries.count }

    func write(_ records: [Record]) throws(StoreError) -> Int {
        try checkOpen()
        do {
            for index in records.indices { try entries.add(StagedEntry(records[index], &repeated)) }
        } catch {
            throw server.storeError(error)
        }
        return entries.count
    }

    func commit(_ commit: RefreshCommit) async throws(CommitError) -> CommitOutcome {
        let outcome: Result<CommitOutcome, CommitError>
        do throws(StoreError) {
            try checkOpen()
            do { try entries.flush() } catch { throw server.storeError(error) }
            let work = Commit(
                schema: server.schema, source: source, commit: commit, staged: entries, token: lease.token,
                retention: retention)
            let done = try await server.write(isLong: true) { session in
                do { return Result<Commit.Done, CommitError>.success(try work.run(session)) } catch let error
                    as CommitError
                {
                    guard case .heldBack = error else { throw error }
                    try session.run("ROLLBACK; BEGIN")
                    return .failure(error)
                }
            }
            if case .success(let done) = done, let part = done.formerPart { await server.dropPart(part) }
            outcome = done.map(\.outcome)
        } catch {
            throw .store(error)
        }
        let committed = try outcome.get()
        await end()
        return committed
    }

    func discard() async { await end() }

    private func end() async {
        guard !isOver else { return }
        isOver = true
        await lease.end()
    }

    private func checkOpen() throws(StoreError) {
        if isOver { throw .failed(file: server.address.name, detail: "the staging area was used after its commit") }
    }
}

extension Server {
    /// Drops the table of rows that a load replaced; if it is still being read, it is left empty.
    func dropPart(_ part: Int64) async {
        let schema = schema
        _ = try? await write { session in
            try session.rows("SELECT \(schema).drop_part($1::int)", [.integer(part)]).count
        }
    }
}
