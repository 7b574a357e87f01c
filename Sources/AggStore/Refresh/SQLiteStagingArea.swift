import AggFiles
import AggSearch
import AggSource
import AggStorage
import Foundation
import GRDB

/// Collects the rows of a refresh in a separate file.
///
/// The mirror is untouched until the commit, so a slow source blocks nothing, and several can stage at the same time.
actor SQLiteStagingArea: StagingArea {
    private let source: SourceID
    private let unsearchable: Set<String>
    private let file: DatabaseFile
    private let retention: ChangeRetention
    private var staged = StagedFile()
    /// The rows not written yet.
    private var run = StagedRun()
    private var repeated = RepeatedTexts()
    /// A run is written while the rows of the next one are folded.
    private var writing: Task<Result<Void, StoreError>, Never>?
    private var isOver = false
    private(set) var count = 0

    init(_ source: SourceID, unsearchable: Set<String>, in file: DatabaseFile, retention: ChangeRetention) {
        self.source = source
        self.unsearchable = unsearchable
        self.file = file
        self.retention = retention
    }

    func write(_ records: [Record]) async throws(StoreError) -> Int {
        // Iterating by index avoids copying the records.
        for index in records.indices {
            run.add(records[index], arrival: count, unsearchable: unsearchable, &repeated)
            count += 1
        }
        if run.isFull { try await writeRun() }
        return count
    }

    /// Starts writing the run after the previous one has been written.
    private func writeRun() async throws(StoreError) {
        try checkOpen()
        try await finishWriting()
        let place: UnnamedFile
        do {
            place = try staged.append(bytes: run.bytes.count, rows: run.count, optional: run.optional)
        } catch {
            throw StoreError(error)
        }
        writing = Task { [run] in
            do { return .success(try run.write(to: place)) } catch {
                return .failure(StoreError(error, file: UnnamedFile.folder))
            }
        }
        run = StagedRun()
    }

    /// Waits for the rows being written.
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
            let (source, staged, retention, connection) = (source, staged, retention, try file.connection())
            outcome = try await file.whileHoldingWriter {
                try connection.inDatabase { db in try Self.commit(commit, of: source, staged, retention, db) }
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

    /// Releases the file.
    private func end() {
        isOver = true
        staged = StagedFile()
    }

    private func checkOpen() throws(StoreError) {
        if isOver { throw .failed(file: file.path, detail: "a staging area was used after its commit") }
    }

    private static func commit(
        _ commit: RefreshCommit, of source: SourceID, _ staged: StagedFile, _ retention: ChangeRetention, _ db: Database
    ) throws -> Result<CommitOutcome, CommitError> {
        let outcome: CommitOutcome
        do {
            outcome = try db.inImmediateTransaction {
                try MirrorCommit(db: db, source: source, staged: staged, commit: commit, retention: retention).run()
            }
        } catch let error as CommitError {
            return .failure(error)
        }
        if staged.count >= longLog { shortenLog(db) }
        return .success(outcome)
    }

    /// The number of staged rows above which the log is large; below it, SQLite's own checkpoints are enough.
    private static let longLog = 1_000

    /// Checkpoints the log of a large commit; if it is still being read, the next commit does it.
    private static func shortenLog(_ db: Database) {
        guard (try? db.execute(sql: "PRAGMA busy_timeout = 0")) != nil else { return }
        _ = try? db.checkpoint(.truncate)
    }
}
