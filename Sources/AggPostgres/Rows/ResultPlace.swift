/// The position of a record among results of the same rank: by folded title, newest first, and by key.
struct ResultPlace: Comparable {
    let folded: [UInt8]
    let date: [UInt8]?
    let key: [UInt8]

    static func < (left: ResultPlace, right: ResultPlace) -> Bool {
        if left.folded != right.folded { return left.folded.lexicographicallyPrecedes(right.folded) }
        switch (left.date, right.date) {
        case (let first?, let second?) where first != second: return second.lexicographicallyPrecedes(first)
        case (_?, nil): return true
        case (nil, _?): return false
        default: return left.key.lexicographicallyPrecedes(right.key)
        }
    }
}

extension [UInt8] {
    /// The bytes of a value; none for NULL.
    init(_ bytes: UnsafeRawBufferPointer?) { self = bytes.map { Array($0) } ?? [] }
}
