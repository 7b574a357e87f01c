import Foundation
import GRDB
import HeapModule

/// The staged rows in answer order, merged from sorted runs; only a piece of each run is in memory at a time.
struct MergedRuns {
    /// The position in one run.
    private final class Cursor: Comparable {
        private let reader: RunReader
        private let selection: PlaceSelection?
        /// The offset of the row in the file.
        private var start: Int
        private(set) var row: StagedRow
        private(set) var place: AnswerPlace

        /// Nil if there is no row.
        init?(_ reader: RunReader, _ selection: PlaceSelection?) throws {
            let start = if let selection { try selection.next() } else { reader.range.lowerBound }
            guard let start, let row = try reader.row(at: start) else { return nil }
            self.reader = reader
            self.selection = selection
            self.start = start
            self.row = row
            place = row.place
        }

        /// Moves to the next row; false if there is none.
        func advance() throws -> Bool {
            let next = if let selection { try selection.next() } else { start + row.bytes.count }
            guard let next, let row = try reader.row(at: next) else { return false }
            (start, self.row, place) = (next, row, row.place)
            return true
        }

        static func < (one: Cursor, other: Cursor) -> Bool { one.place.precedes(other.place) }

        static func == (one: Cursor, other: Cursor) -> Bool { one === other }
    }

    private var cursors: Heap<Cursor>

    /// Starts with the rows of each run, or with those selected within the run.
    init(_ readers: [RunReader], selection: (Range<Int>) throws -> PlaceSelection?) throws {
        cursors = try Heap(readers.compactMap { try Cursor($0, selection($0.range)) })
    }

    /// Calls `body` with each row, which is valid only during the call.
    mutating func forEach(_ body: (StagedRow) throws -> Void) throws {
        while let first = cursors.min {
            try body(first.row)
            if try first.advance() {
                cursors.replaceMin(with: first)
            } else {
                cursors.removeMin()
            }
        }
    }
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
        if let order = Self.order(folded, other.folded) { return order }
        switch (date, other.date) {
        case (let date?, let otherDate?): if let order = Self.order(otherDate, date) { return order }
        case (_?, nil): return true
        case (nil, _?): return false
        case (nil, nil): break
        }
        return Self.order(key, other.key) ?? false
    }

    /// Whether the first text comes first; nil if they are equal.
    private static func order(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Bool? {
        guard let start = first.baseAddress, let otherStart = second.baseAddress else {
            return first.count == second.count ? nil : first.count < second.count
        }
        let difference = memcmp(start, otherStart, min(first.count, second.count))
        if difference != 0 { return difference < 0 }
        return first.count == second.count ? nil : first.count < second.count
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
