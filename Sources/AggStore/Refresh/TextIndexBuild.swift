import AggFiles
import AggStorage
import Dispatch
import GRDB
import Synchronization

/// Builds the entire text index on a separate connection and thread, while the rows are still being written.
///
/// FTS5 stores its data in ordinary tables (https://www.sqlite.org/fts5.html, section 9), so copying a finished index
/// is quick. Texts must be added in id order.
final class TextIndexBuild {
    private let file: DatabaseQueue
    private let failure = FirstFailure()
    /// Limits how many batches may wait for the other thread: enough for this one to go on while the other writes its data.
    private let room = DispatchSemaphore(value: 32)

    /// Starts a build with the texts of all rows in the mirror.
    init(from mirror: Database) throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        // An unnamed file is a temporary one.
        file = try DatabaseQueue(path: "", configuration: configuration)
        try file.inDatabase { db in try db.execute(sql: "\(MirrorSchema.textIndex); \(Self.merging); BEGIN") }
        var texts = IndexedTexts()
        try mirror.forEachRow("SELECT id, folded, alternate, other_titles, words FROM record ORDER BY id") { row in
            texts.add(
                row.integer(0), folded: row.text(at: 1), alternate: row.isNull(2) ? nil : row.text(at: 2),
                otherTitles: row.isNull(3) ? nil : row.text(at: 3), words: row.text(at: 4))
            if texts.isFull {
                try add(texts)
                texts = IndexedTexts()
            }
            return true
        }
        try add(texts)
    }

    /// Writes small segments without merging them: one merge at the end reads every entry once rather than several
    /// times.
    ///
    /// FTS5 merges the segments of a level no later than when there are 1,999.
    private static let merging = """
        INSERT INTO record_text (record_text, rank) VALUES ('hashsize', 2097152);
        INSERT INTO record_text (record_text, rank) VALUES ('automerge', 0);
        INSERT INTO record_text (record_text, rank) VALUES ('crisismerge', 1999)
        """

    /// Marks the end of the texts: starts merging everything into one segment, which is the fastest to search.
    func complete() {
        file.asyncWriteWithoutTransaction { [failure] db in
            failure.note { try db.execute(sql: "INSERT INTO record_text (record_text) VALUES ('optimize'); COMMIT") }
        }
    }

    /// Replaces the mirror's index with the complete one.
    func install(in mirror: Database) throws {
        try file.inDatabase { db in
            try failure.check()
            try mirror.execute(sql: "INSERT INTO record_text (record_text) VALUES ('delete-all')")
            try Self.copy("record_text_data", columns: 2, from: db, to: mirror)
            try Self.copy("record_text_idx", columns: 3, from: db, to: mirror)
        }
    }

    /// Passes texts to the other thread once that has room.
    func add(_ texts: IndexedTexts) throws {
        room.wait()
        file.asyncWriteWithoutTransaction { [failure, room] db in
            failure.note { try texts.write(db) }
            room.signal()
        }
        try failure.check()
    }

    private static func copy(_ table: String, columns: Int, from source: Database, to mirror: Database) throws {
        let insert = try PreparedStatement(
            mirror, "INSERT OR REPLACE INTO \(table) VALUES (\(PreparedStatement.parameters(columns)))")
        try source.forEachRow("SELECT * FROM \(table)") { row in
            for column in 0..<columns { insert.bind(column + 1, column: column, of: row) }
            try insert.run()
            return true
        }
    }
}

/// The first error of work done on another thread.
private final class FirstFailure: Sendable {
    private let error = Mutex<(any Error)?>(nil)

    func note(_ work: () throws -> Void) {
        guard error.withLock({ $0 == nil }) else { return }
        // SQLite keeps an unnamed database in the folder of temporary files.
        do { try work() } catch { self.error.withLock { $0 = StoreError(error, file: UnnamedFile.folder) } }
    }

    func check() throws {
        if let error = error.withLock({ $0 }) { throw error }
    }
}

/// Texts to be added to the text index, one after another, with the ids of their rows.
struct IndexedTexts: Sendable {
    private var bytes: [UInt8] = []
    private var texts: [(id: Int64, end: Int)] = []

    /// Whether it is time to write them.
    var isFull: Bool { texts.count >= 2_000 || bytes.count >= 1 << 18 }

    /// Adds the text formed from a row's columns, as in `SearchableText.sql`.
    mutating func add(
        _ id: Int64, folded: UnsafeRawBufferPointer?, alternate: UnsafeRawBufferPointer?,
        otherTitles: UnsafeRawBufferPointer?, words: UnsafeRawBufferPointer?
    ) {
        if let folded { bytes.append(contentsOf: folded) }
        if let alternate {
            bytes.append(UInt8(ascii: " "))
            bytes.append(contentsOf: alternate)
        }
        if let otherTitles { bytes.append(contentsOf: otherTitles) }
        if let words { bytes.append(contentsOf: words) }
        texts.append((id, bytes.count))
    }

    /// Writes the texts into the text index.
    func write(_ db: Database) throws {
        let insert = try PreparedStatement(db, "INSERT INTO record_text (rowid, text) VALUES (?1, ?2)")
        try bytes.withUnsafeBytes { bytes in
            var start = 0
            for text in texts {
                insert.bind(1, text.id)
                insert.bind(2, uncopied: UnsafeRawBufferPointer(rebasing: bytes[start..<text.end]))
                try insert.run()
                start = text.end
            }
        }
    }
}
