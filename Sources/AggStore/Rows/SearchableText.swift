import AggSearch

/// The folded words of a record as the text index holds them.
///
/// Words of the title stand as they are, words of the subtitle begin with `~` and all others with `=`, marks that no
/// folded text contains. So each kind of word has its own entries in the index, and a search for a title never reads
/// through the rows that have the word in their subtitle: a country's name is in a tenth of all cities.
enum SearchableText {
    /// Where in a record a word stands.
    enum Place: UInt8 {
        case subtitle = 0x7E
        case other = 0x3D

        var mark: String { String(UnicodeScalar(rawValue)) }
    }

    /// Appends the marked words of subtitle and other texts, each with a blank before it.
    static func append(_ words: RecordWords, to bytes: inout [UInt8]) {
        append(words.subtitle, .subtitle, to: &bytes)
        append(words.other, .other, to: &bytes)
    }

    /// The folded alternative titles as one text: a line for each, every word between blanks.
    static func otherTitles(_ folded: [String]) -> String {
        folded.map { " " + $0 + " " }.joined(separator: "\n")
    }

    /// The folded texts of a row again.
    static func recordWords(
        title: String, alternate: String?, otherTitles: String?, words: String
    ) -> RecordWords {
        var (subtitle, other): ([UInt8], [UInt8]) = ([], [])
        // Bytes and not characters: rows of long texts are looked at by the hundred.
        for word in words.utf8.split(separator: UInt8(ascii: " ")) {
            if word.first == Place.subtitle.rawValue {
                append(word.dropFirst(), to: &subtitle)
            } else {
                append(word.dropFirst(), to: &other)
            }
        }
        return RecordWords(
            title: title, alternate: alternate,
            alternativeTitles: otherTitles.map { $0.split(separator: "\n").map { String($0.dropFirst().dropLast()) } }
                ?? [],
            subtitle: String(decoding: subtitle, as: UTF8.self),
            other: String(decoding: other, as: UTF8.self))
    }

    private static func append(_ word: Substring.UTF8View, to text: inout [UInt8]) {
        if !text.isEmpty { text.append(UInt8(ascii: " ")) }
        text.append(contentsOf: word)
    }

    /// The SQL that makes the indexed text of the row of a table.
    static func sql(_ table: String) -> String {
        sql("\(table).folded", "\(table).alternate", "\(table).other_titles", "\(table).words")
    }

    /// The SQL that makes an indexed text of its parts.
    static func sql(_ folded: String, _ alternate: String, _ otherTitles: String, _ words: String) -> String {
        "\(folded) || coalesce(' ' || \(alternate), '') || coalesce(\(otherTitles), '') || \(words)"
    }

    private static func append(_ text: String, _ place: Place, to bytes: inout [UInt8]) {
        let blank = UInt8(ascii: " ")
        var text = text
        text.withUTF8 { letters in
            var start = 0
            while start < letters.count {
                let end = letters[start...].firstIndex(of: blank) ?? letters.count
                if start < end {
                    bytes.append(blank)
                    bytes.append(place.rawValue)
                    bytes.append(contentsOf: letters[start..<end])
                }
                start = end + 1
            }
        }
    }
}

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
