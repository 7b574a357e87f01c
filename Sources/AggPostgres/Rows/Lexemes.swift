import AggSearch
import AggStorage
import Glibc

/// The words of a row, as the word index stores them.
///
/// Words of titles are stored as they are; those of the subtitle start with `~`, those of columns that are not searched with
/// `==`, and all others with `=`. For titles and the subtitle, the first one, two, and three letters of each word are indexed
/// too, followed by `<`, since looking up all words with a short prefix would read too many.
struct Lexemes {
    /// The maximum length of an indexed word in bytes; longer words are cut, and the rows found are then checked.
    static let longest = 200
    /// The maximum length of an indexed prefix in letters.
    static let letters = 3
    /// The maximum size of a row's words in bytes; the server stores up to a megabyte.
    private static let room = 900_000

    /// All words, concatenated, possibly with duplicates.
    private var bytes: [UInt8] = []
    private var ranges: [Range<Int>] = []

    init(_ texts: RecordWords) {
        bytes.reserveCapacity(512)
        ranges.reserveCapacity(64)
        for title in texts.allTitles { add(title, mark: nil, withStarts: true) }
        add(texts.subtitle, mark: SearchableText.Place.subtitle.rawValue, withStarts: true)
        add(texts.other, mark: SearchableText.Place.other.rawValue, withStarts: false)
        add(texts.unsearchable, mark: SearchableText.Place.other.rawValue, isMarkedTwice: true, withStarts: false)
    }

    /// Adds the words of a folded text.
    private mutating func add(_ text: String, mark: UInt8?, isMarkedTwice: Bool = false, withStarts: Bool) {
        var text = text
        text.withUTF8 { letters in
            for word in letters.split(separator: 0x20) where bytes.count < Self.room {
                let start = append(mark, isTwice: isMarkedTwice, Self.cut(word))
                ranges.append(start..<bytes.count)
                if withStarts { addStarts(of: Self.cut(word), mark) }
            }
        }
    }

    /// Adds the prefixes of a word with one, two, and three letters.
    private mutating func addStarts(of word: Slice<UnsafeBufferPointer<UInt8>>, _ mark: UInt8?) {
        var count = 0
        for index in word.indices {
            let next = word.index(after: index)
            guard next == word.endIndex || word[next] & 0xC0 != 0x80 else { continue }
            count += 1
            let start = append(mark, word[..<next])
            bytes.append(UInt8(ascii: "<"))
            ranges.append(start..<bytes.count)
            if count == Self.letters { return }
        }
    }

    private mutating func append(
        _ mark: UInt8?, isTwice: Bool = false, _ word: Slice<UnsafeBufferPointer<UInt8>>
    ) -> Int {
        let start = bytes.count
        if let mark { bytes.append(mark) }
        if let mark, isTwice { bytes.append(mark) }
        bytes.append(contentsOf: word)
        return start
    }

    /// Writes the distinct words in byte order.
    func write(to writer: inout TupleWriter) {
        bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return writer.begin(lexemes: 0, bytes: 0) }
            func order(_ left: Range<Int>, _ right: Range<Int>) -> Int {
                let common = min(left.count, right.count)
                let difference = memcmp(start + left.lowerBound, start + right.lowerBound, common)
                return difference != 0 ? Int(truncatingIfNeeded: difference) : left.count - right.count
            }
            var distinct: [Range<Int>] = []
            distinct.reserveCapacity(ranges.count)
            for range in ranges.sorted(by: { order($0, $1) < 0 }) {
                if let last = distinct.last, order(last, range) == 0 { continue }
                distinct.append(range)
            }
            writer.begin(lexemes: distinct.count, bytes: distinct.reduce(0) { $0 + $1.count })
            for range in distinct { writer.add(lexeme: UnsafeRawBufferPointer(rebasing: bytes[range])) }
        }
    }

    /// Returns a word cut between letters to at most `longest` bytes.
    static func cut(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>> {
        word.count > longest ? word.prefix(length(of: word)) : word
    }

    static func cut(_ word: String) -> String {
        word.utf8.count > longest
            ? String(decoding: Array(word.utf8).prefix(length(of: word.utf8)), as: UTF8.self) : word
    }

    /// Returns how many bytes of a long word are kept.
    private static func length(of word: some Collection<UInt8>) -> Int {
        let bytes = Array(word.prefix(longest + 1))
        var length = longest
        while length > 0, bytes[length] & 0xC0 == 0x80 { length -= 1 }
        return length
    }
}
