import AggFiles
import GRDB

/// The keys of staged rows in order, each with the last of its rows.
///
/// They are sorted in runs, in a file of their own, so that any number of them needs little memory.
struct StagedKeys {
    private var file = StagedFile()

    /// The number of rows, including repeated keys.
    var rowCount: Int { file.count }

    /// Sorts the keys of rows, except for some keys.
    init(of rows: StagedFile, without removed: Set<String>) throws {
        // Compared by their bytes, as SQLite compares them; two encodings of é are different keys.
        let removed = Set(removed.map { Array($0.utf8) })
        var run = KeyRun()
        try rows.reader()?.forEach { place, row in
            guard let key = row[.key] else { return }
            if !removed.isEmpty, removed.contains(Array(key)) { return }
            run.add(StagedKey(place: place, row.head, key))
            if run.isFull { try append(&run) }
        }
        if !run.bytes.isEmpty { try append(&run) }
    }

    private mutating func append(_ run: inout KeyRun) throws {
        try Task.checkCancellation()
        let sorted = run.sorted()
        try sorted.withUnsafeBytes(file.append(bytes: sorted.count, rows: run.count).append)
        run = KeyRun()
    }

    /// Calls `body` with each key, which is valid only during the call.
    func forEach(_ body: (StagedKey) throws -> Void) throws {
        var keys = MergedRuns(try file.readers().compactMap(KeyCursor.init))
        var last: [UInt8] = []
        var count = 0
        while let staged = try keys.next()?.staged {
            count += 1
            if count % 4_096 == 0 { try Task.checkCancellation() }
            if count > 1, last.withUnsafeBytes({ staged.key.precedes($0) == nil }) { continue }
            try body(staged)
            last.removeAll(keepingCapacity: true)
            last.append(contentsOf: staged.key)
        }
    }
}

extension StagedKeys {
    /// Selects the offsets of the last row of each key within a range, after `listPlaces`.
    static let listed = "SELECT place FROM listed WHERE place BETWEEN ?1 AND ?2 ORDER BY place"

    /// Lists the last row of each key in a temporary table.
    ///
    /// - Returns: The number of keys.
    func listPlaces(in db: Database) throws -> Int {
        try db.execute(sql: "CREATE TEMP TABLE listed (place INTEGER NOT NULL)")
        let insert = try PreparedStatement(db, "INSERT INTO listed VALUES (?1)")
        var count = 0
        try forEach { key in
            insert.bind(1, key.place)
            try insert.run()
            count += 1
        }
        // The places are in the order of the keys: sorting them all at once is faster than one by one.
        try db.execute(sql: "CREATE INDEX temp.listed_place ON listed (place)")
        return count
    }
}

/// The key of a staged row, and what a commit compares; it points into memory that must outlive it.
struct StagedKey {
    private struct Head: BitwiseCopyable {
        /// The size of the whole block in bytes.
        var size: UInt32
        var rank: UInt32
        var place: Int64
        var arrival: Int64
        var digest: Int64

        static let bytes = MemoryLayout<Head>.size
    }

    private let head: Head
    let key: UnsafeRawBufferPointer

    /// The offset of the row in its file.
    var place: Int64 { head.place }
    /// 7 - prominence.
    var rank: Int64 { Int64(head.rank) }
    var digest: Int64 { head.digest }
    /// The size of the block in bytes.
    var size: Int { Int(head.size) }

    /// Creates the key of a row at an offset.
    init(place: Int, _ row: StagedRow.Head, _ key: UnsafeRawBufferPointer) {
        head = Head(
            size: UInt32(Head.bytes + key.count), rank: row.rank, place: Int64(place), arrival: row.arrival,
            digest: row.digest)
        self.key = key
    }

    /// Reads a block.
    init(_ block: UnsafeRawBufferPointer) {
        head = block.loadUnaligned(as: Head.self)
        key = UnsafeRawBufferPointer(rebasing: block[Head.bytes..<Int(head.size)])
    }

    /// Appends the block.
    func write(to bytes: inout [UInt8]) {
        withUnsafeBytes(of: head) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: key)
    }

    /// Whether this key comes first; of equal keys, the one that arrived last.
    func precedes(_ other: StagedKey) -> Bool {
        key.precedes(other.key) ?? (head.arrival > other.head.arrival)
    }
}

/// Keys collected to be sorted.
private struct KeyRun {
    private(set) var bytes: [UInt8] = []
    private var starts: [Int] = []
    var count: Int { starts.count }
    /// Whether it is time to sort them: larger runs mean fewer to merge but take more memory.
    var isFull: Bool { bytes.count >= 1 << 20 }

    mutating func add(_ key: StagedKey) {
        starts.append(bytes.count)
        key.write(to: &bytes)
    }

    /// The blocks in order.
    func sorted() -> [UInt8] {
        bytes.withUnsafeBytes { bytes in
            let keys = starts.map { StagedKey(UnsafeRawBufferPointer(rebasing: bytes[$0...])) }
            var sorted: [UInt8] = []
            sorted.reserveCapacity(bytes.count)
            for key in keys.sorted(by: { $0.precedes($1) }) { key.write(to: &sorted) }
            return sorted
        }
    }
}

/// The position in a run of keys.
private final class KeyCursor: RunCursor {
    private let reader: RunReader
    private var start: Int
    private(set) var staged: StagedKey

    /// Starts with the first key; nil if there is none.
    init?(_ reader: RunReader) throws {
        start = reader.range.lowerBound
        guard let block = try reader.block(at: start) else { return nil }
        self.reader = reader
        staged = StagedKey(block)
    }

    func advance() throws -> Bool {
        start += staged.size
        guard let block = try reader.block(at: start) else { return false }
        staged = StagedKey(block)
        return true
    }

    static func < (one: KeyCursor, other: KeyCursor) -> Bool { one.staged.precedes(other.staged) }

    static func == (one: KeyCursor, other: KeyCursor) -> Bool { one === other }
}
