import AggFiles
import AggSearch
import AggSource
import AggStorage
import Foundation
import GRDB

/// Gathers the rows of a refresh in a file of its own.
///
/// The mirror is not touched before the commit, so sources that are slow to answer hold up no one, and several can stage at
/// once.
actor SQLiteStagingArea: StagingArea {
    private let source: SourceID
    private let file: DatabaseFile
    private var staged = StagedFile()
    /// The rows that are not written yet.
    private var run = StagedRun()
    private var repeated = RepeatedTexts()
    /// A run is written while the rows of the next are folded.
    private var writing: Task<Result<Void, StoreError>, Never>?
    private var isOver = false
    private(set) var count = 0

    init(_ source: SourceID, in file: DatabaseFile) {
        self.source = source
        self.file = file
    }

    func write(_ records: [Record]) async throws(StoreError) -> Int {
        // By their indices: nothing of a record is copied.
        for index in records.indices {
            run.add(records[index], arrival: count, &repeated)
            count += 1
        }
        if run.isFull { try await writeRun() }
        return count
    }

    /// Begins to write the run, once the one before is written.
    private func writeRun() async throws(StoreError) {
        try checkOpen()
        try await finishWriting()
        let place: UnnamedFile
        do { place = try staged.append(run) } catch { throw StoreError(error) }
        writing = Task { [run] in
            do { return .success(try run.write(to: place)) } catch {
                return .failure(StoreError(error, file: UnnamedFile.folder))
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
            try checkOpen()
            if run.count > 0 { try await writeRun() }
            try await finishWriting()
            let (source, staged, connection) = (source, staged, try file.connection())
            outcome = try await file.whileHoldingWriter {
                try connection.inDatabase { db in try Self.commit(commit, of: source, staged, db) }
            } onCancel: {
                connection.interrupt()
            }
        } catch {
            throw .store(error)
        }
        let committed = try outcome.get()
        end()
        return committed
    }

    func discard() async {
        _ = await writing?.value
        end()
    }

    /// Gives the file back.
    private func end() {
        isOver = true
        staged = StagedFile()
    }

    private func checkOpen() throws(StoreError) {
        if isOver { throw .failed(file: file.path, detail: "a staging area is used after its commit") }
    }

    private static func commit(
        _ commit: RefreshCommit, of source: SourceID, _ staged: StagedFile, _ db: Database
    ) throws -> Result<CommitOutcome, CommitError> {
        let outcome: CommitOutcome
        do {
            outcome = try db.inImmediateTransaction {
                try MirrorCommit(db: db, source: source, staged: staged, commit: commit).run()
            }
        } catch let error as CommitError {
            return .failure(error)
        }
        if staged.count >= longLog { shortenLog(db) }
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
