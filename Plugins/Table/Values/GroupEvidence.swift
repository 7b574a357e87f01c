import AggSource

/// Whether the points in the numbers of a column may separate thousands, as in 1.500, instead of fractions.
struct GroupEvidence {
    /// The first number with a point.
    private(set) var example = ""
    private var hasOthers = false
    private var hasSmallIntegers = false

    /// Adds a number with a decimal point.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
        guard !hasOthers else { return }
        let number = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes
        let point = number.firstIndex(of: UInt8(ascii: ".")) ?? number.endIndex
        let fraction = number[point...].dropFirst()
        guard (1...3).contains(point - number.startIndex), number[..<point].allSatisfy(\.isASCIIDigit),
            fraction.allSatisfy(\.isASCIIDigit)
        else { return hasOthers = true }
        if point == number.endIndex {
            hasSmallIntegers = true
        } else if fraction.count == 3, number.first != UInt8(ascii: "0") {
            if example.isEmpty { example = String(decoding: bytes, as: UTF8.self) }
        } else {
            hasOthers = true
        }
    }

    /// Whether every point may separate thousands.
    var isPossible: Bool { !example.isEmpty && !hasOthers }
    /// Whether the points most likely do: numbers with three decimals would all have them.
    var isLikely: Bool { isPossible && hasSmallIntegers }
}
