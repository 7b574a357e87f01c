extension SearchText {
    /// The characters of a text that the query matches, as ranges of their places, in order and apart.
    ///
    /// A word is matched from its beginning, in each spelling of the query and of the text that the search tries: `munchen`
    /// and `muenchen` both match all of `München`, and `mun` its first three letters.
    package func matchedCharacters(of text: String) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for isAlternate in [false, true] {
            if isAlternate, Folding.alternate(of: text) == nil { break }
            let letters = FoldedLetters(text, isAlternate: isAlternate)
            let marks = hasMarks ? MarkedText(text, isAlternate: isAlternate).words : []
            let words = marks.count == letters.words.count ? WordList(marks) : WordList(folded: letters.text)
            for form in forms { ranges += form.matches(in: words).map(letters.characters) }
        }
        return Self.joined(ranges)
    }

    /// Ranges in order, those that touch made one.
    private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var joined: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, range.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return joined
    }
}

/// Words of a text that a group of a query's words matches: the first one, how many, and the bytes matched of the last.
private struct WordMatch {
    let first: Int
    let count: Int
    let lastBytes: Int
}

extension SearchText.Form {
    fileprivate func matches(in list: WordList) -> [WordMatch] {
        groups.indices.flatMap { index -> [WordMatch] in
            let group = groups[index]
            let mayGoOn = index == groups.count - 1 ? isOpen : group.count == 1
            guard let last = group.last, group.count <= list.words.count else { return [] }
            return (0...(list.words.count - group.count)).filter {
                list.has(group, marks?[index], at: $0, mayGoOn: mayGoOn)
            }.map { WordMatch(first: $0, count: group.count, lastBytes: last.utf8.count) }
        }
    }
}

/// The folded words of a text, and the characters that each of their bytes comes from.
private struct FoldedLetters {
    let text: String
    /// For each character the end of what it has become.
    private let ends: [Int]
    /// For each word its first byte.
    let words: [Int]

    init(_ text: String, isAlternate: Bool) {
        var folded = FoldedText(capacity: text.utf8.count * 2)
        var ends: [Int] = []
        for character in text {
            for scalar in CompatibilityForm.composedForFolding(String(character)).unicodeScalars {
                if isAlternate, let pair = Folding.pair(for: scalar) {
                    for letter in pair { folded.append(letter) }
                } else {
                    folded.append(scalar)
                }
            }
            ends.append(folded.count)
        }
        self.text = folded.text
        self.ends = ends
        let bytes = folded.bytes(from: 0)
        words = bytes.indices.filter { place in
            bytes[place] != ASCIIFolding.blank && (place == 0 || bytes[place - 1] == ASCIIFolding.blank)
        }
    }

    /// The characters of the words matched.
    func characters(of match: WordMatch) -> Range<Int> {
        let start = words[match.first]
        let end = words[match.first + match.count - 1] + match.lastBytes
        let first = ends.firstIndex { $0 > start } ?? 0
        let last = ends.firstIndex { $0 >= end } ?? ends.count - 1
        return first..<max(first, last) + 1
    }
}
