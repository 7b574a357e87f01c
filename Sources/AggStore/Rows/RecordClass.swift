/// The rows of one source with one prominence, as a number that orders the best known first within a source.
///
/// The number is in the upper bits of a row's id, so that rows, index entries, and the text index are all naturally in
/// answer order, and a range of ids is a class or a source.
struct RecordClass {
    /// `8 × the source's number + 7 - prominence`.
    let number: Int64

    init(_ number: Int64) {
        self.number = number
    }

    init(source: Int64, prominence: Int) {
        number = source * 8 + Int64(7 - prominence)
    }

    /// The class of a row, given its id.
    init(ofRow id: Int64) {
        number = id >> Self.shift
    }

    var prominence: Int { 7 - Int(number & 7) }

    /// The range of row ids in the class.
    var ids: ClosedRange<Int64> { number << Self.shift...((number + 1) << Self.shift) - 1 }

    /// The number of a row's source, given its id.
    static func source(ofRow id: Int64) -> Int64 { RecordClass(ofRow: id).number >> 3 }

    /// The range of row ids in a source.
    static func ids(ofSource source: Int64) -> ClosedRange<Int64> {
        (source * 8) << shift...((source * 8 + 8) << shift) - 1
    }

    /// Leaves 44 bits to number the rows of a class.
    static let shift: Int64 = 44
}
