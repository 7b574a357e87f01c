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
    private let unsearchable: Set<String>
    private let server: Server
    private let lease: Lease
    private let retention: ChangeRetention
    private var entries: StagedEntries
    /// The texts that are repeated in the first and second halves of the pages of records.
    private var repeated = (RepeatedTexts(), RepeatedTexts())
    /// The digests of the stored rows, by the hash of the key; nil before the first record.
    private var stored: [UInt64: Int64]?
    private var isOver = false

    init(
        _ source: SourceID, unsearchable: Set<String>, on server: Server, _ lease: Lease, _ retention: ChangeRetention
    ) throws(StoreError) {
        self.source = source
        self.unsearchable = unsearchable
        self.server = server
        self.lease = lease
        self.retention = retention
        do { entries = try StagedEntries() } catch { throw server.storeError(error) }
    }

    var count: Int { entries.count }

    func write(_ records: [Record]) async throws(StoreError) -> Int {
        try checkOpen()
        let stored: [UInt64: Int64]
        if let known = self.stored { stored = known } else { stored = try await server.digests(of: source) }
        self.stored = stored
        // Two halves at the same time, since this takes longer than reading the records.
        let half = records.count / 2
        async let second = Self.entries(of: records[half...], unsearchable, repeated.1, stored)
        let first = Self.entries(of: records[..<half], unsearchable, repeated.0, stored)
        let both = (first, await second)
        repeated = (both.0.repeated, both.1.repeated)
        do {
            for entry in both.0.entries { try entries.add(entry) }
            for entry in both.1.entries { try entries.add(entry) }
        } catch {
            throw server.storeError(error)
        }
        return entries.count
    }

    private nonisolated static func entries(
        of records: ArraySlice<Record>, _ unsearchable: Set<String>, _ repeated: RepeatedTexts,
        _ stored: [UInt64: Int64]
    ) -> (entries: [StagedEntry], repeated: RepeatedTexts) {
        var repeated = repeated
        let entries = records.map { StagedEntry($0, unsearchable: unsearchable, &repeated, stored: stored) }
        return (entries, repeated)
    }

    func commit(_ commit: RefreshCommit) async throws(CommitError) -> CommitOutcome {
        let outcome: Result<CommitOutcome, CommitError>
        do throws(StoreError) {
            try checkOpen()
            entries.remove(commit.removed)
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
    /// The numbers of stored rows for which digests are read: with fewer, little is saved, and with more, memory.
    private static let digestCounts = 1_000...2_000_000

    /// Returns the digests of a source's rows, by the hash of the key; empty if all rows are to be stored again, or if there
    /// are too few or too many.
    ///
    /// The lease of the refresh keeps others from changing the rows; the commit compares them again.
    fileprivate func digests(of source: SourceID) async throws(StoreError) -> [UInt64: Int64] {
        let schema = schema
        return try await read(fromPrimary: true) { session in
            guard let row = try SourceRow.find(source, schema, session), let table = row.table(schema),
                !row.accumulates, row.state.origin != .starter, Self.digestCounts.contains(row.state.records)
            else { return [:] }
            var digests: [UInt64: Int64] = [:]
            digests.reserveCapacity(row.state.records)
            try PartRows.forEachDigest(in: table, session) { key, digest, _ in
                digests[StagedEntry.hash(of: key)] = digest
            }
            return digests
        }
    }

    /// Drops the table of rows that a load replaced; if it is still being read, it is left empty.
    func dropPart(_ part: Int64) async {
        let schema = schema
        _ = try? await write { session in
            try session.rows("SELECT \(schema).drop_part($1::int)", [.integer(part)]).count
        }
    }
}
