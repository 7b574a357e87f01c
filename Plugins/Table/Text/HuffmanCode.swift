/// A canonical Huffman code of DEFLATE (RFC 1951, section 3.2.2).
struct HuffmanCode {
    /// Symbol and length by the next ten bits; 0 if the code is longer.
    private(set) var short: [UInt16]
    /// The number of codes of each length.
    private let counts: [Int]
    /// The symbols in the order of their codes.
    private let symbols: [UInt16]

    /// The number of bits used to look up short codes.
    static let shortBits = 10
    private static let longest = 15

    /// Creates the code in which each symbol has the given length; nil if there is no such code.
    init?(lengths: some Collection<UInt8>) {
        var counts = [Int](repeating: 0, count: Self.longest + 1)
        for length in lengths { counts[Int(length)] += 1 }
        counts[0] = 0
        var left = 1
        var offsets = [Int](repeating: 0, count: Self.longest + 2)
        for length in 1...Self.longest {
            left = left << 1 - counts[length]
            guard left >= 0 else { return nil }
            offsets[length + 1] = offsets[length] + counts[length]
        }
        var symbols = [UInt16](repeating: 0, count: lengths.count)
        var codes = [Int](repeating: 0, count: Self.longest + 2)
        for length in 1...Self.longest { codes[length + 1] = (codes[length] + counts[length]) << 1 }
        var short = [UInt16](repeating: 0, count: 1 << Self.shortBits)
        for (symbol, length) in lengths.enumerated() where length > 0 {
            let size = Int(length)
            symbols[offsets[size]] = UInt16(symbol)
            offsets[size] += 1
            let code = Self.reversed(codes[size], size)
            codes[size] += 1
            guard size <= Self.shortBits else { continue }
            for entry in stride(from: code, to: short.count, by: 1 << size) {
                short[entry] = UInt16(symbol) << 4 | UInt16(size)
            }
        }
        (self.counts, self.symbols, self.short) = (counts, symbols, short)
    }

    /// The symbol and length of a code that is too long for the table; nil if invalid.
    func long(_ bits: UInt64) -> (symbol: UInt16, length: Int)? {
        var (code, first, index) = (0, 0, 0)
        for length in 1...Self.longest {
            code |= Int(bits >> UInt64(length - 1) & 1)
            let count = counts[length]
            if code - count < first { return (symbols[index + code - first], length) }
            index += count
            first = (first + count) << 1
            code <<= 1
        }
        return nil
    }

    private static func reversed(_ code: Int, _ size: Int) -> Int {
        (0..<size).reduce(0) { $0 << 1 | code >> $1 & 1 }
    }
}
