import Foundation

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

    /// Whether the first comes first; nil where both are equal.
    private static func order(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Bool? {
        guard let start = first.baseAddress, let otherStart = second.baseAddress else {
            return first.count == second.count ? nil : first.count < second.count
        }
        let difference = memcmp(start, otherStart, min(first.count, second.count))
        if difference != 0 { return difference < 0 }
        return first.count == second.count ? nil : first.count < second.count
    }
}
