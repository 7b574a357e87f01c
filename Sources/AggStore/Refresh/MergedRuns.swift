import Foundation
import HeapModule

/// A position in a sorted run; the smaller one comes first.
protocol RunCursor: AnyObject, Comparable {
    /// Moves to the next entry; false if there is none.
    func advance() throws -> Bool
}

/// Sorted runs merged into one; only a piece of each run is in memory at a time.
struct MergedRuns<Cursor: RunCursor> {
    private var cursors: Heap<Cursor>
    private var current: Cursor?

    /// Starts with the first entry of each run.
    init(_ cursors: [Cursor]) {
        self.cursors = Heap(cursors)
    }

    /// A cursor at the next entry, which it leaves when the one after it is requested; nil at the end.
    mutating func next() throws -> Cursor? {
        if let current {
            if try current.advance() {
                cursors.replaceMin(with: current)
            } else {
                cursors.removeMin()
            }
        }
        current = cursors.min
        return current
    }
}

extension UnsafeRawBufferPointer {
    /// Whether this text comes before another, compared by their bytes as in SQLite; nil if they are equal.
    func precedes(_ other: UnsafeRawBufferPointer) -> Bool? {
        guard let start = baseAddress, let otherStart = other.baseAddress else {
            return count == other.count ? nil : count < other.count
        }
        let difference = memcmp(start, otherStart, Swift.min(count, other.count))
        if difference != 0 { return difference < 0 }
        return count == other.count ? nil : count < other.count
    }
}
