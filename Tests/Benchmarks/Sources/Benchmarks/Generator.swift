import Foundation

/// Generates long lists of cities in the format of the real list, with one object per line, and tables of orders; each
/// seed gives the same data.
struct Generator {
    private var state: UInt64

    init(seed: UInt64 = 1) { state = seed }

    /// Writes a list of cities.
    mutating func write(_ count: Int, to path: String) throws {
        try write(count, to: path, between: ("[\n", "\n]\n")) { generator, index, piece in
            if index > 0 { piece += Array(",\n".utf8) }
            generator.append(index, of: count, to: &piece)
        }
    }

    /// Writes a table of orders with ten columns and about a hundred bytes per row, as CSV.
    mutating func writeTable(_ count: Int, to path: String) throws {
        let heading = "id,customer,city,category,ordered,quantity,price,latitude,longitude,note\n"
        try write(count, to: path, between: (heading, "")) { generator, index, piece in
            generator.appendOrder(index, to: &piece)
        }
    }

    /// Writes a file piece by piece, so memory does not grow with its length.
    private mutating func write(
        _ count: Int, to path: String, between ends: (start: String, end: String),
        append: (inout Generator, Int, inout [UInt8]) -> Void
    ) throws {
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        var piece = Array(ends.start.utf8)
        for index in 0..<count {
            append(&self, index, &piece)
            if piece.count > 1 << 20 {
                try file.write(contentsOf: Data(piece))
                piece.removeAll(keepingCapacity: true)
            }
        }
        piece += Array(ends.end.utf8)
        try file.write(contentsOf: Data(piece))
        try file.close()
    }

    private mutating func appendOrder(_ index: Int, to piece: inout [UInt8]) {
        let comma = UInt8(ascii: ",")
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        piece += Array("\(100_000_000 + index)".utf8) + [comma]
        appendName(to: &piece)
        piece.append(comma)
        appendName(to: &piece)
        piece += Array(",\(Self.categories[below(Self.categories.count)]),".utf8)
        piece += Array("20\(twoDigits(10 + below(16)))-\(twoDigits(1 + below(12)))-\(twoDigits(1 + below(28))),".utf8)
        piece += Array("\(1 + below(20)),".utf8) + Array("\(below(1_000_000))".utf8).decimal + [comma]
        piece += Array("\(below(180_000) - 90_000)".utf8).decimal + [comma]
        piece += Array("\(below(360_000) - 180_000)".utf8).decimal + [comma]
        appendName(to: &piece)
        piece.append(UInt8(ascii: " "))
        appendName(to: &piece)
        piece.append(UInt8(ascii: "\n"))
    }

    private mutating func append(_ index: Int, of count: Int, to piece: inout [UInt8]) {
        // A step that shares no factor with the modulus visits every id once, in scrambled order.
        let id = (index * 7_368_787 + 1) % (count * 16 + 1)
        piece += Array("{\"country\":\"".utf8) + Self.countries[below(Self.countries.count)]
        piece += Array("\",\"name\":\"".utf8)
        appendName(to: &piece)
        piece += Array("\",\"_id\":\(id),\"coord\":{\"lon\":".utf8)
        piece += Array("\(below(360_000) - 180_000)".utf8).decimal + Array(",\"lat\":".utf8)
        piece += Array("\(below(180_000) - 90_000)".utf8).decimal + Array("}}".utf8)
    }

    /// Appends one to three words; one name in four starts with a common first word.
    private mutating func appendName(to piece: inout [UInt8]) {
        if below(4) == 0 { piece += Self.beginnings[below(Self.beginnings.count)] + [UInt8(ascii: " ")] }
        let words = 1 + below(10) / 7 + below(20) / 19
        for word in 0..<words {
            if word > 0 { piece.append(UInt8(ascii: " ")) }
            for syllable in 0..<2 + below(3) {
                // The square of a share makes some syllables common and others rare, as in a language.
                let share = below(1_000) * below(1_000)
                var bytes = Self.syllables[share * Self.syllables.count / 1_000_000]
                if syllable == 0 { bytes[0] -= 32 }
                piece += bytes
                // One name in fifteen has a mark, as in the real list.
                if below(40) == 0 { piece += Array("é".utf8) }
            }
        }
    }

    private mutating func below(_ bound: Int) -> Int {
        // SplitMix64.
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ mixed >> 31) % UInt64(bound))
    }

    private static let categories = [
        "books", "garden", "kitchen", "office", "tools", "toys", "music", "sports", "clothing", "health",
    ]
    private static let countries = "US DE FR GB IT ES RU CN IN BR MX PH ID TR PL UA JP NG EG AR CO ZA SE NO".utf8
        .split(separator: UInt8(ascii: " ")).map(Array.init)
    private static let beginnings = "San Santa Saint New El La Villa Upper Lower Nova Port Fort Bad Al Los Kampung".utf8
        .split(separator: UInt8(ascii: " ")).map(Array.init)
    /// Syllables of consonants, vowels, and an ending.
    private static let syllables: [[UInt8]] = {
        let starts = ["s", "m", "b", "k", "l", "r", "t", "n", "p", "d", "g", "h", "v", "ch", "st", "f", "gr", "z", "j"]
        let vowels = ["a", "o", "e", "i", "u", "ai", "y", "au"]
        let ends = ["", "n", "r", "s", "l", "ng", "t"]
        var all = vowels.flatMap { vowel in ends.flatMap { end in starts.map { Array(($0 + vowel + end).utf8) } } }
        // Shuffled once, so common syllables do not share their beginnings.
        var index = all.count - 1
        while index > 0 {
            all.swapAt(index, index * 7_919 % (index + 1))
            index -= 1
        }
        return all
    }()
}

extension [UInt8] {
    /// The bytes of a whole number of thousandths, as a decimal number.
    fileprivate var decimal: [UInt8] {
        let sign = first == UInt8(ascii: "-") ? [UInt8(ascii: "-")] : []
        let digits = Array(dropFirst(sign.count))
        let padded = [UInt8](repeating: UInt8(ascii: "0"), count: Swift.max(0, 4 - digits.count)) + digits
        return sign + padded.dropLast(3) + [UInt8(ascii: ".")] + padded.suffix(3)
    }
}
