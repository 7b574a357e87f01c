import AggCore
import Foundation
import GRDB

/// Gathers the rows of a refresh in a temporary table on a connection of its own.
///
/// The mirror's lock for writing is taken by the commit only, so sources that are slow to answer hold up no one, and
/// several can stage at once. The temporary file goes with the connection.
actor SQLiteStagingArea: StagingArea {
    private let source: SourceID
    private let file: DatabaseFile
    private var connection: DatabaseQueue?
    /// The rows that are not written yet.
    private var run = StagedRun()
    private var repeated = RepeatedTexts()
    /// Where runs begin and end in the table.
    private var runs: [ClosedRange<Int>] = []
    /// A run is written while the rows of the next are folded.
    private var writing: Task<Result<Void, StoreError>, Never>?
    private(set) var count = 0

    init(_ source: SourceID, in file: DatabaseFile) throws(StoreError) {
        self.source = source
        self.file = file
        let connection = try file.connection()
        do { try connection.inDatabase { db in try db.execute(sql: StagedRows.table) } } catch {
            throw file.writeError(error)
        }
        self.connection = connection
    }

    func write(_ records: [Record]) async throws(StoreError) -> Int {
        for record in records {
            run.add(record, arrival: count, &repeated)
            count += 1
        }
        if run.isFull { try await writeRun() }
        return count
    }

    /// Begins to write the run, once the one before is written.
    private func writeRun() async throws(StoreError) {
        let connection = try openConnection()
        try await finishWriting()
        runs.append(count - run.count + 1...count)
        writing = Task { [file, run] in
            do {
                // Only a temporary table is written, so the transaction locks nothing of the mirror.
                try await connection.writeWithoutTransaction { db in
                    try db.inTransaction(.deferred) {
                        try run.write(db)
                        return .commit
                    }
                }
                return .success(())
            } catch {
                return .failure(file.writeError(error))
            }
        }
        run = StagedRun()
    }

    /// Waits for the rows that are being written.
    private func finishWriting() async throws(StoreError) {
        try await writing?.value.get()
        writing = nil
    }

    func commit(_ commit: RefreshCommit) async throws(CommitError) -> CommitOutcome {
        let outcome: Result<CommitOutcome, CommitError>
        do throws(StoreError) {
            if run.count > 0 { try await writeRun() }
            try await finishWriting()
            let (source, runs, connection) = (source, runs, try openConnection())
            outcome = try await file.whileHoldingWriter {
                try connection.inDatabase { db in try Self.commit(commit, of: source, runs, db) }
            } onCancel: {
                connection.interrupt()
            }
        } catch {
            throw .store(error)
        }
        let committed = try outcome.get()
        connection = nil
        return committed
    }

    func discard() async {
        _ = await writing?.value
        connection = nil
    }

    private func openConnection() throws(StoreError) -> DatabaseQueue {
        guard let connection else { throw .failed(file: file.path, detail: "a staging area is used after its commit") }
        return connection
    }

    private static func commit(
        _ commit: RefreshCommit, of source: SourceID, _ runs: [ClosedRange<Int>], _ db: Database
    ) throws -> Result<CommitOutcome, CommitError> {
        let outcome: CommitOutcome
        do {
            outcome = try db.inImmediateTransaction {
                try MirrorCommit(db: db, source: source, runs: runs, commit: commit).run()
            }
        } catch let error as CommitError {
            return .failure(error)
        }
        if runs.last?.upperBound ?? 0 >= longLog { shortenLog(db) }
        return .success(outcome)
    }

    /// From how many staged rows on the log is long; SQLite itself puts it back now and then.
    private static let longLog = 1_000

    /// Puts the log of a large commit back into the file; when someone still reads it, the next commit does.
    private static func shortenLog(_ db: Database) {
        guard (try? db.execute(sql: "PRAGMA busy_timeout = 0")) != nil else { return }
        _ = try? db.checkpoint(.truncate)
    }
}
