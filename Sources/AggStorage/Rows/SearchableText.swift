package import AggSearch

/// The folded words of a record in the form stored in the text index.
///
/// Words of the title are unmarked, words of the subtitle start with `~`, and all others start with `=`; folded text
/// contains neither character. So each kind of word has its own index entries, and a title search never reads rows that
/// have the word only in their subtitle: one country's name is in a tenth of all cities. Words of columns that are not
/// searched start with `==`: only conditions and completions look for them.
package enum SearchableText {
    /// The part of a record that contains a word.
    package enum Place: UInt8, CaseIterable {
        /// A word of the subtitle.
        case subtitle = 0x7E
        /// A word of any other text.
        case other = 0x3D

        /// The character that marks the word.
        package var mark: String { String(UnicodeScalar(rawValue)) }
    }

    /// The marks of a word in the value of a column: that of a searchable column, and that of any other.
    package static let columnMarks = [Place.other.mark, Place.other.mark + Place.other.mark]

    /// A word without the mark of its place.
    package static func unmarked(_ word: String) -> String {
        Place.allCases.contains { $0.rawValue == word.utf8.first } ? String(word.dropFirst()) : word
    }

    /// Appends the marked words of the subtitle and the other texts, each preceded by a space.
    package static func append(_ words: RecordWords, to bytes: inout [UInt8]) {
        append(words.subtitle, .subtitle, to: &bytes)
        append(words.other, .other, to: &bytes)
        append(words.unsearchable, .other, isMarkedTwice: true, to: &bytes)
    }

    /// The folded alternative titles as one text: a line each, with every word between spaces.
    package static func otherTitles(_ folded: [String]) -> String {
        folded.map { " " + $0 + " " }.joined(separator: "\n")
    }

    /// Restores the folded texts of a row that are searched.
    package static func recordWords(
        title: String, alternate: String?, otherTitles: String?, words: String
    ) -> RecordWords {
        var (subtitle, other): ([UInt8], [UInt8]) = ([], [])
        // Bytes rather than characters, because rows with long texts are examined by the hundreds.
        for word in words.utf8.split(separator: UInt8(ascii: " ")) {
            let unmarked = word.dropFirst()
            if word.first == Place.subtitle.rawValue {
                append(unmarked, to: &subtitle)
            } else if unmarked.first != Place.other.rawValue {
                append(unmarked, to: &other)
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

    private static func append(
        _ text: String, _ place: Place, isMarkedTwice: Bool = false, to bytes: inout [UInt8]
    ) {
        let blank = UInt8(ascii: " ")
        var text = text
        text.withUTF8 { letters in
            var start = 0
            while start < letters.count {
                let end = letters[start...].firstIndex(of: blank) ?? letters.count
                if start < end {
                    bytes.append(blank)
                    bytes.append(place.rawValue)
                    if isMarkedTwice { bytes.append(place.rawValue) }
                    bytes.append(contentsOf: letters[start..<end])
                }
                start = end + 1
            }
        }
    }
}
