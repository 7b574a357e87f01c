import AggSearch
import AggSource
import AggStorage
import Foundation

/// The table of a source's rows, changed many rows at a time.
struct PartRows {
    let schema: String
    let session: Session
    let staged: StagedEntries

    /// How staged rows differ from the stored ones.
    struct Comparison {
        var added: [Int] = []
        var changed: [Int] = []
        /// The keys of the rows to remove.
        var gone: [String] = []
        /// The keys of the kept rows that the last response had, but this one does not.
        var missed: [String] = []
        /// The keys of the unchanged rows that the last response did not have, but this one does.
        var returned: [String] = []
    }

    /// The maximum number of keys in one statement.
    private static let page = 2_000

    private func table(_ part: Int64) -> String { "\(schema).record_\(part)" }

    /// Creates and indexes a table with the given staged rows.
    ///
    /// - Returns: The number of the table.
    func load(_ order: [Int]) throws -> Int64 {
        guard let part = try session.rows("SELECT nextval('\(schema).part')").first?.integer(0) else {
            throw DamagedRecord()
        }
        try session.rows("SELECT \(schema).begin_part($1::int)", [.integer(part)])
        try insert(order, into: part, isNew: true)
        try session.rows("SELECT \(schema).finish_part($1::int)", [.integer(part)])
        return part
    }

    /// Removes the rows, other titles, and word counts of a table that is no longer used.
    ///
    /// The table itself is dropped after the commit, unless someone is still reading it.
    func forget(_ part: Int64) throws {
        try session.rows("DELETE FROM \(table(part))")
        for name in ["other_title", "word"] {
            try session.rows("DELETE FROM \(schema).\(name) WHERE part = $1", [.integer(part)])
        }
    }

    /// Compares the stored rows with the staged ones, by key and digest; removed ones are gone even if others are kept.
    ///
    /// Rows without a recorded time were in the last response, and count as seen at `otherwise`.
    func compare(
        with part: Int64, seenBefore: Date?, otherwise: Date?, keepsOthers: Bool, except removed: Set<String>
    ) throws -> Comparison {
        var found = Comparison()
        let removed = Set(removed.map { StagedEntry.hash(of: $0) })
        var isStored = [Bool](repeating: false, count: staged.entries.count)
        let oldest = seenBefore?.timeIntervalSince1970
        let usual = otherwise?.timeIntervalSince1970
        try Self.forEachDigest(in: table(part), session) { key, digest, seen in
            let hash = StagedEntry.hash(of: key)
            if let index = staged.index(of: hash) {
                isStored[index] = true
                if staged.entries[index].digest != digest {
                    found.changed.append(index)
                } else if seen != nil {
                    found.returned.append(key)
                }
            } else if keepsOthers, !removed.contains(hash), seen ?? usual ?? -.infinity >= oldest ?? -.infinity {
                if seen == nil { found.missed.append(key) }
            } else {
                found.gone.append(key)
            }
        }
        found.added = isStored.indices.filter { !isStored[$0] }
        return found
    }

    /// Calls `body` with the key and digest of each row of a table, and when it was last in a response; nil if it was in
    /// the last one.
    static func forEachDigest(
        in table: String, _ session: Session, _ body: (_ key: String, _ digest: Int64, _ seen: Double?) throws -> Void
    ) throws {
        var head = TupleWriter.header.count
        try session.copy(from: "COPY (SELECT key, digest, seen FROM \(table)) TO STDOUT (FORMAT binary)") { bytes in
            // The header precedes the first row.
            var reader = TupleReader(bytes, at: head)
            head = 0
            guard reader.number(Int16.self) == 3, let key = reader.value(), let digest = reader.value() else { return }
            try body(
                ServerText.text(key), Int64(bigEndian: digest.loadUnaligned(as: Int64.self)), reader.decimal())
        }
    }

    /// Returns the keys of the given staged rows.
    func keys(of indexes: [Int]) throws -> [String] {
        try indexes.map { index in
            try staged.read(staged.entries[index]) { entry in
                var reader = TupleReader(entry.row)
                _ = reader.value()
                return reader.text() ?? ""
            }
        }
    }

    /// Inserts staged rows, with their other titles, and counts their words.
    ///
    /// Rows of a new table, which nobody else can see before the commit, are frozen: nobody has to mark them as visible
    /// later.
    func insert(_ order: [Int], into part: Int64, isNew: Bool = false) throws {
        if order.isEmpty { return }
        if order.contains(where: { staged.entries[$0].isStored }) { throw ChangedMeanwhile() }
        var titles: [Int] = []
        var words = WordCounts()
        var prefix = TupleWriter()
        prefix.count(StagedEntry.columnCount)
        prefix.add(Int32(clamping: part))
        // The rows are in the last response.
        prefix.null()
        var next = 0
        let options = isNew ? "FORMAT binary, FREEZE" : "FORMAT binary"
        try session.copy(into: "COPY \(table(part)) (\(StagedEntry.columns)) FROM STDIN (\(options))") { bytes in
            if next == 0 { bytes += TupleWriter.header }
            while next < order.count, bytes.count < 1 << 18 {
                try staged.read(staged.entries[order[next]]) { entry in
                    bytes += prefix.bytes
                    bytes += entry.row
                    if !entry.titles.isEmpty { titles.append(order[next]) }
                    words.add(entry.words, 1)
                }
                next += 1
            }
            if next == order.count { bytes += TupleWriter.trailer }
            return next < order.count
        }
        try insertTitles(of: titles, into: part)
        if isNew { try words.copy(part, schema, session) } else { try words.save(part, schema, session) }
    }

    private func insertTitles(of indexes: [Int], into part: Int64) throws {
        if indexes.isEmpty { return }
        var prefix = TupleWriter()
        prefix.count(StagedEntry.titleColumnCount)
        prefix.add(Int32(clamping: part))
        var next = 0
        try session.copy(
            into: "COPY \(schema).other_title (\(StagedEntry.titleColumns)) FROM STDIN (FORMAT binary)"
        ) { bytes in
            if next == 0 { bytes += TupleWriter.header }
            while next < indexes.count, bytes.count < 1 << 18 {
                try staged.read(staged.entries[indexes[next]]) { entry in
                    for title in entry.titles {
                        bytes += prefix.bytes
                        bytes += title
                    }
                }
                next += 1
            }
            if next == indexes.count { bytes += TupleWriter.trailer }
            return next < indexes.count
        }
    }

    /// Removes rows by key, with their other titles and the counts of their words.
    func remove(_ keys: [String], from part: Int64, hasTitles: Bool) throws {
        var words = WordCounts()
        for start in stride(from: 0, to: keys.count, by: Self.page) {
            let page = Array(keys[start..<min(keys.count, start + Self.page)])
            let removed = try session.rows(
                """
                DELETE FROM \(table(part)) t USING \(Self.keyed)
                RETURNING coalesce(folded, place), alternate, other_titles
                """, [.texts(page)])
            removed.forEach { row in
                let titles = [row.text(0)] + [row.optionalText(1), row.optionalText(2)].compactMap(\.self)
                TitleWords.text(titles.flatMap { $0.split(separator: "\n").map(String.init) }).withUnsafeBytes {
                    words.add($0, -1)
                }
            }
            if hasTitles {
                try session.rows(
                    "DELETE FROM \(schema).other_title t USING \(Self.keyed) AND part = $2",
                    [.texts(page), .integer(part)])
            }
        }
        try words.save(part, schema, session)
    }

    /// The rows `t` with the keys in `$1`, each looked up in the index, as the end of a statement.
    private static let keyed =
        "unnest($1::text[]) AS n (key) WHERE left(t.key, 200) = left(n.key, 200) AND t.key = n.key"

    /// Records when the rows that are missing from this response were last seen.
    ///
    /// Rows in it need no time of their own, since they were seen at the time of the source. So refreshes write only
    /// the rows that a source has dropped or returned again.
    func noteLastSeen(_ found: Comparison, before last: Date?, in part: Int64) throws {
        try mark(found.missed, asSeen: last, in: part)
        try mark(found.returned, asSeen: nil, in: part)
    }

    private func mark(_ keys: [String], asSeen time: Date?, in part: Int64) throws {
        for start in stride(from: 0, to: keys.count, by: Self.page) {
            let page = Array(keys[start..<min(keys.count, start + Self.page)])
            try session.rows(
                "UPDATE \(table(part)) t SET seen = $2 FROM \(Self.keyed)",
                [.texts(page), Value(time?.timeIntervalSince1970)])
        }
    }
}

/// Thrown if stored rows differ from what they were when the refresh began.
struct ChangedMeanwhile: Error {}

/// The number of rows that contain each word in their titles.
struct WordCounts {
    private var counts: [[UInt8]: Int64] = [:]

    /// Adds a number of rows to the counts of space-separated words.
    mutating func add(_ words: UnsafeRawBufferPointer, _ rows: Int64) {
        for word in words.split(separator: 0x20) { counts[Array(word), default: 0] += rows }
    }

    /// The words with their counts, in the order of the index.
    private var changed: [(String, Int64)] {
        counts.filter { $0.value != 0 }.map { (String(decoding: $0.key, as: UTF8.self), $0.value) }
            .sorted { $0.0 < $1.0 }
    }

    /// Stores the counts of a new table, which has none yet.
    func copy(_ part: Int64, _ schema: String, _ session: Session) throws {
        var rest = changed[...]
        var isFirst = true
        try session.copy(into: "COPY \(schema).word (part, word, rows) FROM STDIN (FORMAT binary)") { bytes in
            if isFirst { bytes += TupleWriter.header }
            isFirst = false
            for (word, rows) in rest.prefix(4_000) {
                var row = TupleWriter()
                row.count(3)
                row.add(Int32(clamping: part))
                row.add(word)
                row.add(rows)
                bytes += row.bytes
            }
            rest = rest.dropFirst(4_000)
            if rest.isEmpty { bytes += TupleWriter.trailer }
            return !rest.isEmpty
        }
    }

    /// Adds the counts to the stored ones of a table.
    func save(_ part: Int64, _ schema: String, _ session: Session) throws {
        let changed = changed
        for start in stride(from: 0, to: changed.count, by: 10_000) {
            let page = changed[start..<min(changed.count, start + 10_000)]
            try session.rows(
                """
                INSERT INTO \(schema).word AS w (part, word, rows)
                SELECT $1::int, * FROM unnest($2::text[], $3::bigint[])
                ON CONFLICT (word, part) DO UPDATE SET rows = w.rows + excluded.rows
                """, [.integer(part), .texts(page.map(\.0)), .integers(page.map(\.1))])
        }
    }
}
