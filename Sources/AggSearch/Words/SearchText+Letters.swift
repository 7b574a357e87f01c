import AggText

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
            for form in forms { ranges += form.matches(in: words).map { $0.characters(of: letters) } }
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

    /// The characters of the words matched.
    func characters(of letters: FoldedLetters) -> Range<Int> {
        letters.characters(from: letters.words[first], to: letters.words[first + count - 1] + lastBytes)
    }
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
