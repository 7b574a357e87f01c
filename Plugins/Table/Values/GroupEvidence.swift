import AggSource

/// Whether a decimal mark in the numbers of a column may separate thousands, as in 1.500, instead of fractions.
struct GroupEvidence {
    /// The first number with the mark.
    private(set) var example = ""
    private let mark: UInt8
    private var hasOthers = false
    private var hasSmallIntegers = false

    /// Starts without any numbers for a point or a comma.
    init(_ decimal: NumberText.Decimal) {
        mark = decimal.mark
    }

    /// Adds a number with this decimal mark.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
        guard !hasOthers else { return }
        let number = bytes.first.map { "-+".utf8.contains($0) } == true ? bytes.dropFirst() : bytes
        let end = number.firstIndex(of: mark) ?? number.endIndex
        let fraction = number[end...].dropFirst()
        guard (1...3).contains(end - number.startIndex), number[..<end].allSatisfy(\.isASCIIDigit),
            fraction.allSatisfy(\.isASCIIDigit)
        else { return hasOthers = true }
        if end == number.endIndex {
            hasSmallIntegers = true
        } else if fraction.count == 3, number.first != UInt8(ascii: "0") {
            if example.isEmpty { example = String(decoding: bytes, as: UTF8.self) }
        } else {
            hasOthers = true
        }
    }

    /// Whether every mark may separate thousands.
    var isPossible: Bool { !example.isEmpty && !hasOthers }
    /// Whether the marks most likely do: numbers with three decimals would all have them.
    var isLikely: Bool { isPossible && hasSmallIntegers }
}
