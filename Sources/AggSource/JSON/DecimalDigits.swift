/// The digits and magnitude of a written number, by which two ways of writing it can be told to mean the same.
struct DecimalDigits: Equatable {
    /// The significant digits, without zeros at either end.
    private var digits: [UInt8] = []
    /// The power of ten of the last significant digit; 0 for zero.
    private var exponent = 0

    /// Reads a number in JSON's or Swift's form, the sign left out of account.
    init(_ text: String) {
        let parts = text.utf8.split(maxSplits: 1) { $0 | 0x20 == UInt8(ascii: "e") }
        var isBehindPoint = false
        for byte in parts.first ?? "".utf8[...] {
            if byte == UInt8(ascii: ".") {
                isBehindPoint = true
            } else if byte != UInt8(ascii: "-") {
                if isBehindPoint { exponent -= 1 }
                if !digits.isEmpty || byte != UInt8(ascii: "0") { digits.append(byte) }
            }
        }
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            exponent += 1
        }
        if digits.isEmpty {
            exponent = 0
        } else if parts.count == 2 {
            // No double comes near the bound: a number with such an exponent equals none.
            let bound = 1_000_000_000
            exponent += min(max(Int(Substring(parts[1])) ?? bound, -bound), bound)
        }
    }
}
