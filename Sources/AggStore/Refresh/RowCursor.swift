import GRDB

/// The position in a run of staged rows in answer order.
final class RowCursor: RunCursor {
    private let reader: RunReader
    private let selection: PlaceSelection?
    /// The offset of the row in the file.
    private var start: Int
    /// The row, valid until the cursor moves.
    private(set) var row: StagedRow
    private var place: AnswerPlace

    /// Starts with the first row of a run, or with the first one selected; nil if there is none.
    init?(_ reader: RunReader, _ selection: PlaceSelection?) throws {
        let start = if let selection { try selection.next() } else { reader.range.lowerBound }
        guard let start, let row = try reader.row(at: start) else { return nil }
        self.reader = reader
        self.selection = selection
        self.start = start
        self.row = row
        place = row.place
    }

    func advance() throws -> Bool {
        let next = if let selection { try selection.next() } else { start + row.bytes.count }
        guard let next, let row = try reader.row(at: next) else { return false }
        (start, self.row, place) = (next, row, row.place)
        return true
    }

    static func < (one: RowCursor, other: RowCursor) -> Bool { one.place.precedes(other.place) }

    static func == (one: RowCursor, other: RowCursor) -> Bool { one === other }
}

/// The values that order a staged row in answers; they point into memory that must outlive them.
struct AnswerPlace {
    /// 7 - prominence.
    let rank: Int64
    let folded: UnsafeRawBufferPointer
    let date: UnsafeRawBufferPointer?
    let key: UnsafeRawBufferPointer

    /// Whether a row comes before another: by rank, title, newest first, and key, comparing texts as SQLite does.
    func precedes(_ other: AnswerPlace) -> Bool {
        if rank != other.rank { return rank < other.rank }
        if let order = folded.precedes(other.folded) { return order }
        switch (date, other.date) {
        case (let date?, let otherDate?): if let order = otherDate.precedes(date) { return order }
        case (_?, nil): return true
        case (nil, _?): return false
        case (nil, nil): break
        }
        return key.precedes(other.key) ?? false
    }
}

/// The offsets of some staged rows, as selected by a statement.
final class PlaceSelection {
    private let statement: PreparedStatement

    /// Starts with the offsets that `sql` selects between its parameters 1 and 2, in order.
    init(_ db: Database, _ sql: String, within range: Range<Int>) throws {
        statement = try PreparedStatement(uncached: db, sql)
        statement.bind([SQLValue(range.lowerBound), SQLValue(range.upperBound - 1)])
    }

    /// The next offset; nil at the end.
    func next() throws -> Int? {
        try statement.step() ? Int(statement.integer(0)) : nil
    }
}
