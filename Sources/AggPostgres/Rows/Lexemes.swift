import AggSearch
import AggStorage

/// The words of a row in the form of the word index.
///
/// Words of titles are as they are, those of the subtitle begin with `~`, and all others with `=`. For words of titles and
/// the subtitle, their first one to three letters are indexed too, with `<` behind them, since asking for all words with a
/// short beginning would read too many.
struct Lexemes {
    /// The longest word in the index, in bytes; a longer one is cut, and then found rows are examined.
    static let longest = 200
    /// The longest beginning that is indexed, in letters.
    static let letters = 3
    /// The maximum size of the words of a row, in bytes; the server stores no more than a megabyte.
    private static let room = 900_000

    private var words: Set<[UInt8]> = []
    private var size = 0

    /// The words of a row in the order of their bytes.
    var sorted: [[UInt8]] { words.sorted { $0.lexicographicallyPrecedes($1) } }

    init(_ texts: RecordWords) {
        var titles: Set<[UInt8]> = []
        for title in texts.allTitles { for word in title.utf8.split(separator: 0x20) { titles.insert(Self.cut(word)) } }
        for word in titles { add(word, [], withStarts: true) }
        for word in texts.subtitle.utf8.split(separator: 0x20) {
            add(Self.cut(word), [SearchableText.Place.subtitle.rawValue], withStarts: true)
        }
        for word in texts.other.utf8.split(separator: 0x20) {
            add(Self.cut(word), [SearchableText.Place.other.rawValue], withStarts: false)
        }
    }

    private mutating func add(_ word: [UInt8], _ mark: [UInt8], withStarts: Bool) {
        guard size < Self.room, insert(mark + word), withStarts else { return }
        var letters = 0
        for index in word.indices.dropFirst() where word[index] & 0xC0 != 0x80 {
            letters += 1
            if letters > Self.letters { return }
            _ = insert(mark + word[..<index] + [UInt8(ascii: "<")])
        }
        if letters < Self.letters { _ = insert(mark + word + [UInt8(ascii: "<")]) }
    }

    private mutating func insert(_ word: [UInt8]) -> Bool {
        guard words.insert(word).inserted else { return false }
        size += word.count + 6
        return true
    }

    /// A word of at most `longest` bytes, cut between letters.
    static func cut(_ word: some Collection<UInt8>) -> [UInt8] {
        guard word.count > longest else { return Array(word) }
        var bytes = Array(word.prefix(longest))
        while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
        if let last = bytes.last, last >= 0xC0 { bytes.removeLast() }
        return bytes
    }
}
