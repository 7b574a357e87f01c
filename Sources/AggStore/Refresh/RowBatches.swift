import Dispatch
import GRDB
import Synchronization

/// Staged rows that are inserted together, with their ids.
struct RowBatch: Sendable {
    /// The rows in the layout of `StagedRow`.
    private var bytes: [UInt8] = []
    private var rows: [(id: Int64, start: Int)] = []

    var count: Int { rows.count }

    /// Whether it is time to insert them.
    var isFull: Bool { rows.count >= 6 * RowInsertion.rowsTogether || bytes.count >= 1 << 18 }

    /// Adds a row, which is copied.
    mutating func add(_ id: Int64, _ row: StagedRow) {
        rows.append((id, bytes.count))
        bytes.append(contentsOf: row.bytes)
    }

    /// Calls `body` with the index, the id, and the content of each row; all contents remain valid until the end.
    func forEach(_ body: (Int, Int64, StagedRow) throws -> Void) rethrows {
        try bytes.withUnsafeBytes { bytes in
            for (index, row) in rows.enumerated() {
                try body(index, row.id, StagedRow(UnsafeRawBufferPointer(rebasing: bytes[row.start...])))
            }
        }
    }

    /// The texts of the rows for the text index.
    var texts: IndexedTexts {
        var texts = IndexedTexts()
        forEach { _, id, row in
            texts.add(
                id, folded: row[.folded], alternate: row[.alternate], otherTitles: row[.otherTitles],
                words: row[.words])
        }
        return texts
    }
}

/// Staged rows in answer order, in batches; the ids within each class have the same order.
struct RowBatches {
    private var rows: MergedRuns<RowCursor>
    /// The last id of each class, by rank.
    private var last: [Int64]

    /// All rows, with ids after the last ones.
    init(of staged: StagedFile, after last: [Int64]) throws {
        rows = MergedRuns(try staged.readers().compactMap { try RowCursor($0, nil) })
        self.last = last
    }

    /// The rows whose offsets `sql` selects, or all.
    init(of staged: StagedFile, at sql: String?, _ db: Database, after last: [Int64]) throws {
        rows = MergedRuns(
            try staged.readers().compactMap { reader in
                try RowCursor(reader, sql.map { try PlaceSelection(db, $0, within: reader.range) })
            })
        self.last = last
    }

    /// The next batch; nil at the end.
    mutating func next() throws -> RowBatch? {
        var batch = RowBatch()
        while !batch.isFull, let row = try rows.next()?.row {
            let rank = Int(row.head.rank)
            last[rank] += 1
            batch.add(last[rank], row)
        }
        return batch.count > 0 ? batch : nil
    }
}

/// Batches that another thread merges while earlier ones are being inserted.
final class PreparedBatches: Sendable {
    private let batches: Mutex<RowBatches>
    private let prepared = Mutex<[Result<RowBatch?, any Error>]>([])
    private let isPrepared = DispatchSemaphore(value: 0)
    private let queue = DispatchQueue(label: "agg.store.batches")

    /// Starts to prepare a few batches.
    init(_ batches: sending RowBatches) {
        self.batches = Mutex(batches)
        for _ in 0..<4 { prepare() }
    }

    private func prepare() {
        queue.async { [self] in
            let batch = Result { try batches.withLock { try $0.next() } }
            prepared.withLock { $0.append(batch) }
            isPrepared.signal()
        }
    }

    /// The next batch; nil at the end.
    func next() throws -> RowBatch? {
        isPrepared.wait()
        let batch = try prepared.withLock { $0.removeFirst() }.get()
        prepare()
        return batch
    }
}
