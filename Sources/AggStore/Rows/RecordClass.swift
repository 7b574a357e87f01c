/// The rows of one source with one prominence, as a number that orders the best known first inside a source.
///
/// The number stands in the upper bits of a row's id, so that the natural order of rows, of index entries and of the
/// text index is the order of answers, and so that a range of ids is a class or a source.
struct RecordClass {
    /// `8 × the source's number + 7 - prominence`.
    let number: Int64

    init(_ number: Int64) {
        self.number = number
    }

    init(source: Int64, prominence: Int) {
        number = source * 8 + Int64(7 - prominence)
    }

    /// The class of a row, which its id says.
    init(ofRow id: Int64) {
        number = id >> Self.shift
    }

    var prominence: Int { 7 - Int(number & 7) }

    /// The ids that rows of the class can have.
    var ids: ClosedRange<Int64> { number << Self.shift...((number + 1) << Self.shift) - 1 }

    /// The ids that rows of a source can have.
    static func ids(ofSource source: Int64) -> ClosedRange<Int64> {
        (source * 8) << shift...((source * 8 + 8) << shift) - 1
    }

    /// 44 bits are left to count the rows of a class.
    static let shift: Int64 = 44
}
