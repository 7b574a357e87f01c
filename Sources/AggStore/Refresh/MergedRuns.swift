import Foundation
import GRDB

/// The staged rows in the order of answers, merged from runs that are in that order each: never more than a piece of a
/// run is in memory.
struct MergedRuns {
    /// One run, at its next row.
    private final class Cursor {
        private let reader: RunReader
        private let selection: PlaceSelection?
        /// Where the row begins in the file.
        private var start: Int
        private(set) var row: StagedRow
        private(set) var place: AnswerPlace

        /// Nil when there is no row.
        init?(_ reader: RunReader, _ selection: PlaceSelection?) throws {
            let start = if let selection { try selection.next() } else { reader.range.lowerBound }
            guard let start, let row = try reader.row(at: start) else { return nil }
            self.reader = reader
            self.selection = selection
            self.start = start
            self.row = row
            place = row.place
        }

        /// Goes to the next row; false when there is none.
        func advance() throws -> Bool {
            let next = if let selection { try selection.next() } else { start + row.bytes.count }
            guard let next, let row = try reader.row(at: next) else { return false }
            (start, self.row, place) = (next, row, row.place)
            return true
        }
    }

    /// A heap: each cursor stands before the two at twice its place.
    private var cursors: [Cursor]

    /// Begins with the rows of each run, or with those that a selection within the run has.
    init(_ readers: [RunReader], selection: (Range<Int>) throws -> PlaceSelection?) throws {
        cursors = try readers.compactMap { try Cursor($0, selection($0.range)) }
        cursors.sort { $0.place.precedes($1.place) }
    }

    /// Gives each row to `body`; it lives as long as the call.
    mutating func forEach(_ body: (StagedRow) throws -> Void) throws {
        while let first = cursors.first {
            try body(first.row)
            if try !first.advance() {
                let last = cursors.removeLast()
                if cursors.isEmpty { return }
                cursors[0] = last
            }
            sink()
        }
    }

    /// Lets the first cursor sink to its place.
    private mutating func sink() {
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < cursors.count else { return }
            if child + 1 < cursors.count, cursors[child + 1].place.precedes(cursors[child].place) { child += 1 }
            guard cursors[child].place.precedes(cursors[parent].place) else { return }
            cursors.swapAt(parent, child)
            parent = child
        }
    }
}

/// What decides where a staged row stands in the order of answers; it points into memory that has to outlive it.
struct AnswerPlace {
    /// 7 - prominence.
    let rank: Int64
    let folded: UnsafeRawBufferPointer
    let date: UnsafeRawBufferPointer?
    let key: UnsafeRawBufferPointer

    /// Whether a row stands before another: by rank, title, newest first, key, texts as SQLite compares them.
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

    /// Whether the first comes first; nil if both are equal.
    private static func order(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Bool? {
        guard let start = first.baseAddress, let otherStart = second.baseAddress else {
            return first.count == second.count ? nil : first.count < second.count
        }
        let difference = memcmp(start, otherStart, min(first.count, second.count))
        if difference != 0 { return difference < 0 }
        return first.count == second.count ? nil : first.count < second.count
    }
}

/// The places of some staged rows, as a statement selects them.
final class PlaceSelection {
    private let statement: PreparedStatement

    /// Begins with the places that `sql` selects between its parameters 1 and 2, in their order.
    init(_ db: Database, _ sql: String, within range: Range<Int>) throws {
        statement = try PreparedStatement(uncached: db, sql)
        statement.bind([SQLValue(range.lowerBound), SQLValue(range.upperBound - 1)])
    }

    /// The next place; nil if absent.
    func next() throws -> Int? {
        try statement.step() ? Int(statement.integer(0)) : nil
    }
}
